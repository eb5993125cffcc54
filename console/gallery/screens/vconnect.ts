import type { VconnectConnect, VconnectDestination, VconnectInput } from '@kinora/contract'
import { environmentId, idOf, mediaTeam, now, viewer } from './people'
import { pageOf, stream } from './samples'
import { type Answers, empty, pending, problem, type States } from './state'

const figures: NonNullable<VconnectInput['figures']> = {
  at: now,
  kbps: 8120,
  rttMs: 42.5,
  lost: 41,
  recovered: 39,
  unrecovered: 2,
  invalid: 0,
  faults: [
    { id: 'continuity', count: 2, lastAt: now },
    { id: 'pcr-repetition', count: 7, lastAt: now },
  ],
  streams: [
    { pid: 256, codec: 'H.264', language: null, kbps: 7700 },
    { pid: 257, codec: 'AAC', language: 'tel', kbps: 190 },
    { pid: 258, codec: 'AAC', language: 'eng', kbps: 190 },
    { pid: 300, codec: 'SCTE-35', language: null, kbps: 1 },
  ],
}
const gulf: VconnectInput = {
  id: idOf(60),
  environmentId,
  name: 'Gulf Sport 1',
  kind: 'srt',
  mode: 'listener',
  address: 'srt://kinora.example:9710',
  localPort: null,
  livestream: null,
  latencyMs: 120,
  fec: 'none',
  backup: null,
  holdMs: 1000,
  returns: 'after-hold',
  returnAfterS: 10,
  standby: null,
  maxKbps: 60_000,
  allowedNetworks: ['192.0.2.0/24'],
  paths: 1,
  hasPassphrase: true,
  hasStreamId: false,
  enabled: true,
  state: 'receiving',
  reason: null,
  detail: null,
  peer: '192.0.2.7:51342',
  nextTryAt: null,
  stateAt: now,
  figures,
  createdBy: 'Ananya Rao Iyer',
  createdAt: now,
  updatedAt: now,
}
const still = { figures: null, peer: null, stateAt: now } as const
const inputs: VconnectInput[] = [
  gulf,
  { ...gulf, id: idOf(61), name: 'Godavari News', figures: { ...figures, kbps: 5900, unrecovered: 0 } },
  {
    ...gulf,
    ...still,
    id: idOf(62),
    name: 'قناة النور',
    mode: 'caller',
    address: 'srt://muscat.example:9000',
    state: 'lost',
    reason: 'no-answer',
    nextTryAt: now,
  },
  { ...gulf, ...still, id: idOf(63), name: 'Studio B', state: 'listening' },
  {
    ...gulf,
    id: idOf(65),
    name: 'Evening show',
    kind: 'livestream',
    address: '',
    livestream: { id: idOf(40), name: 'Evening show, live' },
    hasPassphrase: false,
    peer: null,
    figures: { ...figures, kbps: 4800, rttMs: null, unrecovered: 0, lost: 0, recovered: 0 },
  },
  { ...gulf, ...still, id: idOf(64), name: 'Temple town cam', enabled: false, state: 'idle' },
]
const partner: VconnectDestination = {
  id: idOf(70),
  environmentId,
  name: 'Dubai backup',
  kind: 'srt',
  mode: 'caller',
  address: 'srt://dubai.example:9000',
  localPort: null,
  livestream: null,
  latencyMs: 200,
  fec: 'none',
  fecColumns: 10,
  fecRows: 5,
  maxCallers: 8,
  hasPassphrase: true,
  hasStreamId: true,
  createdBy: 'Ananya Rao Iyer',
  createdAt: now,
  updatedAt: now,
}
const platform: VconnectDestination = {
  ...partner,
  id: idOf(74),
  name: 'Video platform',
  kind: 'rtmp',
  address: 'rtmps://live.platform.example/app',
  hasPassphrase: false,
}
const destinations: VconnectDestination[] = [
  partner,
  {
    ...partner,
    id: idOf(71),
    name: 'Tara TV head-end',
    mode: 'listener',
    address: 'srt://kinora.example:9711',
  },
  { ...partner, id: idOf(72), name: 'Muscat Mobile', kind: 'udp', address: 'udp://239.1.1.1:5000' },
  {
    ...partner,
    id: idOf(73),
    name: 'University portal',
    mode: 'rendezvous',
    address: 'srt://campus.example:9000',
    localPort: 9712,
  },
  platform,
  {
    ...partner,
    id: idOf(75),
    name: 'Godavari, live',
    kind: 'livestream',
    address: '',
    livestream: { id: idOf(41), name: 'Godavari News, live' },
    hasPassphrase: false,
    hasStreamId: false,
  },
]
const carrying: VconnectConnect = {
  id: idOf(80),
  environmentId,
  inputId: idOf(60),
  destinationId: idOf(70),
  enabled: true,
  state: 'sending',
  reason: null,
  detail: null,
  peer: 'dubai.example:9000',
  nextTryAt: null,
  stateAt: now,
  figures: { at: now, kbps: 8110, rttMs: 61, resent: 12, dropped: 0, queueBytes: null, peers: 1 },
  createdBy: 'Ananya Rao Iyer',
  createdAt: now,
}
const connects: VconnectConnect[] = [
  carrying,
  { ...carrying, id: idOf(81), destinationId: idOf(71), peer: '3' },
  { ...carrying, id: idOf(82), inputId: idOf(61) },
  {
    ...carrying,
    ...still,
    id: idOf(83),
    inputId: idOf(61),
    destinationId: idOf(73),
    state: 'failing',
    reason: 'wrong-passphrase',
    nextTryAt: now,
  },
  {
    ...carrying,
    ...still,
    id: idOf(84),
    inputId: idOf(64),
    destinationId: idOf(72),
    enabled: false,
    state: 'idle',
  },
]
const refused: VconnectConnect = {
  ...carrying,
  ...still,
  id: idOf(86),
  inputId: idOf(61),
  destinationId: idOf(74),
  state: 'failing',
  reason: 'refused',
  detail: 'NetStream.Publish.BadName: The stream key is in use.',
  nextTryAt: now,
}
const published: VconnectConnect = {
  ...carrying,
  id: idOf(85),
  inputId: idOf(65),
  destinationId: idOf(74),
  peer: 'live.platform.example',
  figures: { at: now, kbps: 4780, rttMs: 34, resent: 0, dropped: 14, queueBytes: 180_000, peers: 1 },
}
const bay = { inputs, destinations, connects: [...connects, published] }
const path = '/v-connect'
const page = `${path}/${gulf.id}`

/** Connects can be made, paused and deleted. */
function changing(): Answers {
  let shown = bay
  return {
    getVconnectBay: () => shown,
    createVconnectConnect: ({ body }) => {
      const made: VconnectConnect = {
        ...carrying,
        ...still,
        ...body,
        enabled: true,
        id: idOf(90),
        state: 'connecting',
      }
      shown = { ...shown, connects: [...shown.connects, made] }
      return made
    },
    updateVconnectConnect: ({ params, body }) => {
      const changed = shown.connects.map((each) =>
        each.id === params.id ? { ...each, ...still, enabled: body.enabled, state: 'idle' as const } : each,
      )
      shown = { ...shown, connects: changed }
      return changed.find(({ id }) => id === params.id) ?? carrying
    },
    deleteVconnectConnect: ({ params }) => {
      shown = { ...shown, connects: shown.connects.filter(({ id }) => id !== params.id) }
      return empty
    },
    listLivestreams: pageOf([stream]),
    getLivestream: stream,
    createVconnectInput: () => gulf,
    getVconnectInput: gulf,
    getVconnectInputMonitors: monitors,
    createVconnectDestination: () => partner,
    updateVconnectDestination: () => problem('vconnect-loop'),
    deleteVconnectInput: ({ params }) => {
      shown = { ...shown, inputs: shown.inputs.filter(({ id }) => id !== params.id) }
      return empty
    },
  }
}

const monitors = {
  stepS: 10,
  points: Array.from({ length: 60 }, (_, n) => ({
    at: new Date(Date.now() - (60 - n) * 10_000).toISOString(),
    kbps: 8000 + Math.round(Math.sin(n / 5) * 300),
    unrecovered: n === 40 ? 2 : 0,
    recovered: n % 13,
    rttMs: 40 + (n % 4),
  })),
}
const inputAnswers: Answers = {
  getVconnectBay: bay,
  getVconnectInput: gulf,
  getVconnectInputMonitors: monitors,
}

/** The input is silent, until a person chooses it. */
function onBackup(): Answers {
  let shown: VconnectInput = {
    ...gulf,
    ...still,
    state: 'lost',
    reason: 'silent',
    backup: { id: idOf(61), name: 'Godavari News' },
    returns: 'by-hand',
    standby: { source: 'backup', reason: 'lost', since: now, delayMs: 1240 },
  }
  return {
    ...inputAnswers,
    getVconnectInput: () => shown,
    switchVconnectInput: ({ body }) => {
      const standby = { source: body.source, reason: 'by-hand', since: now, delayMs: 0 } as const
      shown = { ...shown, standby }
      return shown
    },
    updateVconnectInput: () => shown,
  }
}

export const vconnect: States = {
  'patch bay': { path, answers: changing },
  list: { path: `${path}?view=list`, answers: changing },
  'for a viewer': { path, user: viewer, answers: { getVconnectBay: bay } },
  'nothing yet': {
    path,
    answers: { ...changing(), getVconnectBay: { inputs: [], destinations: [], connects: [] } },
  },
  loading: { path, answers: { getVconnectBay: pending } },
  'does not load': { path, answers: { getVconnectBay: problem('unavailable') } },
  'without rights': { path, user: mediaTeam, answers: { listAdministrators: { items: [] } } },
  'an input': { path: page, answers: inputAnswers },
  'an input over its limit': {
    path: page,
    answers: {
      ...inputAnswers,
      getVconnectInput: { ...gulf, ...still, hasStreamId: true, state: 'lost', reason: 'bitrate-too-high' },
      updateVconnectInput: { ...gulf, ...still, hasStreamId: false },
    },
  },
  'a destination': {
    path: `${path}/destinations/${partner.id}`,
    answers: {
      getVconnectBay: bay,
      getVconnectDestination: partner,
      getVconnectConnectMonitors: monitors,
    },
  },
  'a video platform': {
    path: `${path}/destinations/${platform.id}`,
    answers: {
      getVconnectBay: { ...bay, connects: [...bay.connects, refused] },
      getVconnectDestination: platform,
      getVconnectConnectMonitors: monitors,
    },
  },
  'an input by RTMP': {
    path: page,
    answers: {
      ...inputAnswers,
      getVconnectInput: {
        ...gulf,
        kind: 'rtmp',
        address: 'rtmp://kinora.example/live',
        hasPassphrase: false,
        peer: null,
        figures: { ...figures, rttMs: null, faults: [], unrecovered: 0 },
      },
      getVconnectInputKey: { streamKey: 'relay_example-of-a-key' },
    },
  },
  'an input on its backup': {
    path: page,
    answers: onBackup,
  },
  'an input by RTP': {
    path: page,
    answers: {
      ...inputAnswers,
      getVconnectInput: {
        ...gulf,
        kind: 'rtp',
        address: 'rtp://239.1.1.1:5000',
        fec: 'rows-and-columns',
        latencyMs: 200,
        hasPassphrase: false,
        figures: { ...figures, rttMs: null, fec: { columns: 10, rows: 5, neededMs: 340 } },
      },
    },
  },
  'an input without a signal': {
    path: page,
    answers: {
      ...inputAnswers,
      getVconnectInput: { ...gulf, ...still, state: 'lost', reason: 'silent' },
      getVconnectInputMonitors: { stepS: 10, points: [] },
    },
  },
  'an input that is gone': { path: page, answers: { getVconnectInput: problem('not-found') } },
}
