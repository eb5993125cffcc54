import type {
  AlertChannel,
  AlertIncident,
  AlertIncidentDetail,
  AlertPreview,
  AlertRule,
} from '@kinora/contract'
import { environmentId, idOf, mediaTeam, now, organizationId, viewer } from './people'
import { stream } from './samples'
import { type Answers, problem, type States } from './state'

const minutesAgo = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString()

const desk: AlertChannel = {
  id: idOf(60),
  environmentId,
  name: 'Ops desk',
  kind: 'slack',
  target: 'hooks.slack.com',
  language: 'en',
  failingSince: null,
  fault: null,
  disabledAt: null,
  createdBy: 'Ananya Rao Iyer',
  rules: 2,
  createdAt: now,
}
const channels: AlertChannel[] = [
  desk,
  {
    ...desk,
    id: idOf(61),
    name: 'Engineers',
    kind: 'email',
    target: 'engineers@example.com, night@example.com',
  },
  {
    ...desk,
    id: idOf(62),
    name: 'Pager',
    kind: 'webhook',
    target: 'pager.example.com',
    failingSince: minutesAgo(90),
    fault: 'status 503',
    disabledAt: minutesAgo(60),
  },
]

const noSignal: AlertRule = {
  id: idOf(70),
  organizationId,
  environmentId,
  name: 'No audio on a live stream',
  metric: 'live.audio_level',
  filters: { objectIds: [], countries: [], deviceTypes: [] },
  groupBy: 'object',
  windowS: 10,
  condition: 'below',
  threshold: -60,
  recovery: null,
  periodS: 3600,
  forS: 10,
  quietS: 60,
  severity: 'critical',
  channelIds: [idOf(60), idOf(61)],
  remindS: 14_400,
  escalateS: 900,
  escalateIds: [idOf(60)],
  mutes: [],
  enabled: true,
  state: 'firing',
  open: [
    { incidentId: idOf(80), key: stream.id, label: 'Al Noor TV', value: -100, openedAt: minutesAgo(14) },
  ],
  fired: [0, 0, 1, 0, 0, 0, 1],
  lastFiredAt: minutesAgo(14),
  isMuted: false,
  staleSince: null,
  createdAt: now,
  changedAt: now,
  changedBy: 'Leela Rao',
}
const quiet = { state: 'normal', open: [], channelIds: [idOf(60)], remindS: null } as const
const rules: AlertRule[] = [
  noSignal,
  {
    ...noSignal,
    ...quiet,
    channelIds: [...quiet.channelIds],
    open: [],
    id: idOf(71),
    name: 'High rebuffering',
    metric: 'views.rebuffering',
    groupBy: 'none',
    condition: 'above',
    threshold: 2,
    forS: 60,
    severity: 'warning',
    fired: [2, 1, 0, 3, 1, 2, 4],
    lastFiredAt: minutesAgo(3000),
    staleSince: minutesAgo(20),
  },
  {
    ...noSignal,
    ...quiet,
    channelIds: [],
    open: [],
    id: idOf(72),
    name: 'Disk is nearly full',
    metric: 'storage.free',
    groupBy: 'none',
    threshold: 20,
    forS: 0,
    fired: [0, 0, 0, 0, 0, 0, 0],
    lastFiredAt: null,
    enabled: false,
  },
]

const firing: AlertIncident = {
  id: idOf(80),
  environmentId,
  ruleId: noSignal.id,
  ruleName: noSignal.name,
  metric: 'live.audio_level',
  condition: 'below',
  threshold: -60,
  severity: 'critical',
  key: stream.id,
  label: 'Al Noor TV',
  number: 2,
  value: -100,
  openedAt: minutesAgo(14),
  isLate: false,
  resolvedAt: null,
  endReason: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  isMuted: false,
}
const bitrate: AlertIncident = {
  ...firing,
  id: idOf(81),
  ruleName: 'Low bitrate',
  metric: 'live.bitrate',
  threshold: 2000,
  value: 900,
  label: 'Old city run',
  severity: 'warning',
  acknowledgedAt: minutesAgo(2),
  acknowledgedBy: 'Arjun Rao',
}
const ended: AlertIncident = {
  ...firing,
  id: idOf(82),
  number: 1,
  openedAt: minutesAgo(200),
  resolvedAt: minutesAgo(180),
  endReason: 'recovered',
}

const values = [-22, -21, -24, -20, -19, -23, -21, -64, -100, -100, -100, -22, -20, -21, -24, -100]
const points = values.map((value, n) => ({ at: minutesAgo((values.length - 1 - n) * 10), value }))

const message = {
  id: idOf(90),
  channelName: 'Ops desk',
  channelKind: 'slack',
  state: 'sent',
  attempts: 1,
  sentAt: minutesAgo(14),
  fault: null,
  answer: null,
} as const
const detail: AlertIncidentDetail = {
  ...firing,
  changes: [
    {
      id: idOf(91),
      kind: 'opened',
      at: minutesAgo(14),
      value: -100,
      by: null,
      note: null,
      messages: [
        message,
        {
          ...message,
          id: idOf(92),
          channelName: 'Pager',
          channelKind: 'webhook',
          state: 'failed',
          sentAt: null,
          fault: 'status 410',
        },
      ],
    },
    {
      id: idOf(93),
      kind: 'noted',
      at: minutesAgo(5),
      value: null,
      by: 'Arjun Rao',
      note: 'The encoder at the studio was restarted.',
      messages: [],
    },
  ],
  points,
}

const preview: AlertPreview = {
  fired: 3,
  from: minutesAgo(480),
  to: now,
  stepS: 60,
  groups: [
    {
      key: stream.id,
      label: 'Al Noor TV',
      fired: 3,
      points,
      alerts: [
        { from: minutesAgo(80), to: minutesAgo(50) },
        { from: minutesAgo(5), to: null },
      ],
    },
  ],
}

const list = (items: AlertRule[]) => ({
  items,
  pageNum: 1,
  pageSize: 12,
  totalItems: items.length,
  rules: items.length,
  enabled: items.filter(({ enabled }) => enabled).length,
})
const lists: Answers = {
  listAlertRules: list(rules),
  listAlertIncidents: ({ query }) =>
    query.state === 'open'
      ? { items: [firing, bitrate], nextCursor: null, open: 2, disabledChannels: 1 }
      : { items: [firing, bitrate, ended], nextCursor: null, open: 2, disabledChannels: 1 },
  listAlertChannels: { items: channels },
  disableAlertRule: ({ params: { id } }) => ({ ...noSignal, id, enabled: false }),
  enableAlertRule: ({ params: { id } }) => ({ ...noSignal, id, enabled: true }),
  acknowledgeAlert: { ...detail, acknowledgedAt: now, acknowledgedBy: 'Ananya Rao Iyer' },
  createAlertChannel: ({ body: { name, kind } }) => ({ ...desk, id: idOf(63), name, kind, secret: null }),
  enableAlertChannel: { ...desk, id: idOf(62), name: 'Pager', kind: 'webhook' },
  testAlertChannel: { sent: true, fault: null },
}
const form: Answers = {
  ...lists,
  getAlertRule: noSignal,
  previewAlertRule: preview,
  listLivestreams: { items: [stream], pageNum: 1, pageSize: 24, totalItems: 1 },
  createAlertRule: ({ body }) => ({ ...noSignal, name: body.name }),
  updateAlertRule: ({ body }) => ({ ...noSignal, name: body.name }),
}
const none: Answers = {
  ...form,
  listAlertRules: list([]),
  listAlertIncidents: { items: [], nextCursor: null, open: 0, disabledChannels: 0 },
  listAlertChannels: { items: [] },
}
const one: Answers = {
  ...lists,
  getAlertIncident: detail,
  addAlertNote: ({ body: { text } }) => ({
    ...detail,
    changes: [
      ...detail.changes,
      { id: idOf(94), kind: 'noted', at: now, value: null, by: 'Ananya Rao Iyer', note: text, messages: [] },
    ],
  }),
}

export const alerts: States = {
  alerts: { path: '/alerts', answers: lists },
  'no alerts': { path: '/alerts', answers: none },
  'no alerts found': {
    path: '/alerts?q=weather',
    answers: { ...none, listAlertRules: { ...list([]), rules: 3 } },
  },
  'alerts that do not load': {
    path: '/alerts',
    answers: { ...lists, listAlertRules: problem('unavailable') },
  },
  'alerts without the right': {
    path: '/alerts',
    user: mediaTeam,
    answers: { listAdministrators: { items: [] } },
  },
  'alerts for a viewer': { path: '/alerts', user: viewer, answers: lists },
  'history of alerts': { path: '/alerts?tab=history', answers: lists },
  'alert channels': { path: '/alerts?tab=channels', answers: lists },
  'a new alert rule': { path: '/alerts/new', answers: form },
  'an alert rule': { path: `/alerts/${noSignal.id}`, answers: form },
  'an alert rule without history': {
    path: `/alerts/${noSignal.id}`,
    answers: { ...form, previewAlertRule: { ...preview, fired: null, groups: [] } },
  },
  'an alert rule that is gone': {
    path: `/alerts/${noSignal.id}`,
    answers: { ...lists, getAlertRule: problem('not-found') },
  },
  'an alert': { path: `/alerts/incidents/${firing.id}`, answers: one },
  'an alert that ended': {
    path: `/alerts/incidents/${firing.id}`,
    answers: { ...one, getAlertIncident: { ...detail, ...ended, isLate: true } },
  },
  'an alert that is gone': {
    path: `/alerts/incidents/${firing.id}`,
    answers: { ...lists, getAlertIncident: problem('not-found') },
  },
}
