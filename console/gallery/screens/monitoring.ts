import type { StreamHealth, TileState, WallLayout, WallSource } from '@kinora/contract'
import { Frames } from './frames'
import { idOf, mediaTeam, now, viewer } from './people'
import { pageOf } from './samples'
import { type Answers, later, pending, problem, type States } from './state'

const tileOf = (n: number) => `livestream:${idOf(n)}`

const health: StreamHealth = {
  at: now,
  bitrateKbps: 5900,
  frameRate: 25,
  keyframeIntervalS: 2,
  droppedFrames: 0,
  partDelayMs: 120,
  rungsShed: 0,
  viewers: 812,
  audioLevelDbfs: -22,
  audioOffsetMs: 0,
  encoderSpeed: 1,
  width: 1920,
  height: 1080,
  videoCodec: 'h264',
  audioCodec: 'aac',
  warnings: [],
}
const onAir: TileState = { name: 'Gulf Sport 1', status: 'live', source: 'publisher', health, signal: null }
const tiles: readonly TileState[] = [
  onAir,
  { ...onAir, name: 'قناة النور', health: { ...health, warnings: [{ id: 'audio-silent', value: 14 }] } },
  { ...onAir, name: 'Godavari News', health: { ...health, bitrateKbps: 2100 } },
  { ...onAir, name: 'Temple town cam', source: 'slate', health: null },
  {
    ...onAir,
    name: 'Road watch, NH 65',
    health: { ...health, warnings: [{ id: 'bitrate-low', value: 4000 }] },
  },
  { name: 'Backup line', status: 'interrupted', source: null, health: null, signal: null },
]
const sources: WallSource[] = tiles.map(({ name, status }, n) => ({ tile: tileOf(n + 1), name, status }))
const layout: WallLayout = {
  id: idOf(50),
  name: 'Master control',
  grid: 2,
  tiles: [tileOf(1), null, tileOf(2), tileOf(3), tileOf(5)],
  rotateS: 60,
  createdBy: 'Ananya Rao Iyer',
  createdAt: now,
  updatedAt: now,
}

const input: TileState = {
  name: 'Stadium feed',
  status: 'live',
  source: 'publisher',
  health: null,
  signal: { kbps: 18_400, codec: 'H.264', hidden: null, faults: [] },
}
const inputs: readonly TileState[] = [
  input,
  { ...input, name: 'Truck 2', signal: { kbps: 9200, codec: 'H.264', hidden: null, faults: ['continuity'] } },
  { ...input, name: 'Satellite', signal: { kbps: 12_100, codec: 'HEVC', hidden: 'codec', faults: [] } },
  { ...input, name: 'Return line', signal: { kbps: 5000, codec: 'H.264', hidden: 'encrypted', faults: [] } },
  { ...input, name: 'Camera 4', status: 'silent', source: null, signal: null },
  { ...input, name: 'Airport', status: 'lost', source: null, signal: null },
]
const inputSources: WallSource[] = inputs.map(({ name, status }, n) => ({
  tile: `vconnect:${idOf(n + 20)}`,
  name,
  status,
}))

const answers: Answers = {
  listWallSources: ({ query }) => pageOf(query.kind === 'vconnect' ? [] : sources),
  listWallLayouts: { items: [layout] },
  watchWall: new Frames(tiles),
}
const path = '/monitoring'
const noSources: Answers = { ...answers, listWallSources: pageOf([]), listWallLayouts: { items: [] } }

export const monitoring: States = {
  'on air': { path, answers },
  'for a viewer': { path, user: viewer, answers },
  'a layout': {
    path: `${path}?layout=${layout.id}`,
    answers: { ...answers, watchWall: new Frames([0, 1, 2].map((n) => tiles[n] ?? onAir)) },
  },
  'inputs of V-Connect': {
    path,
    answers: {
      ...answers,
      listWallSources: ({ query }) => pageOf(query.kind === 'vconnect' ? inputSources : []),
      watchWall: new Frames(inputs),
    },
  },
  'a server that restarts': {
    path,
    answers: () => {
      const walls = [new Frames(tiles, later(null)), problem('unavailable'), new Frames(tiles)]
      return { ...answers, watchWall: () => walls.shift() ?? problem('unavailable') }
    },
  },
  'nothing on air': {
    path,
    answers: {
      ...answers,
      listWallSources: ({ query }) =>
        pageOf(
          query.kind === 'vconnect'
            ? []
            : sources.map((source) => ({ ...source, status: 'waiting' as const })),
        ),
    },
  },
  'no streams': { path, answers: noSources },
  loading: { path, answers: { ...answers, listWallSources: pending } },
  'does not load': { path, answers: { ...answers, listWallSources: problem('unavailable') } },
  'too many walls': { path, answers: { ...answers, watchWall: problem('too-many-walls') } },
  'without rights': { path, user: mediaTeam, answers: { listAdministrators: { items: [] } } },
}
