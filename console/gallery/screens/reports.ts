import type { Embed, ReportDocument, SavedReport } from '@kinora/contract'
import { environmentId, idOf, mediaTeam, now, viewer } from './people'
import { type Answers, problem, type States } from './state'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.parse(now) + days * DAY_MS).toISOString()

const embed: Embed = {
  id: idOf(1),
  environmentId,
  name: 'Audience of Gulf Sport',
  metrics: ['viewers', 'total-viewership', 'countries'],
  filters: { partner: ['gulf'] },
  splitBy: null,
  range: 'last-7-days',
  timezone: 'Asia/Dubai',
  language: 'ar',
  theme: 'auto',
  sites: ['gulf.example.com', '*.partners.example'],
  status: 'active',
  expiresAt: inDays(80),
  revokedAt: null,
  shownAt: now,
  createdBy: 'Ananya Rao Iyer',
  createdAt: now,
}
const embeds: Embed[] = [
  embed,
  {
    ...embed,
    id: idOf(2),
    name: 'Election night',
    range: 'last-24-hours',
    status: 'expired',
    expiresAt: inDays(-2),
  },
  { ...embed, id: idOf(3), name: 'Old partner', status: 'revoked', revokedAt: inDays(-1), shownAt: null },
]

const steps = ['14 Nov', '15 Nov', '16 Nov', '17 Nov', '18 Nov', '19 Nov', '20 Nov']
const content: ReportDocument = {
  language: 'en',
  title: '',
  period: '14 – 20 Nov 2026',
  subtitle: '',
  timezone: 'UTC',
  figures: [
    { metric: 'viewers', name: 'Viewers', value: '41,820', change: '+9.1%' },
    { metric: 'total-viewership', name: 'Total viewership', value: '96,113', change: '-2%' },
  ],
  charts: [
    {
      metric: 'viewers',
      title: 'Viewers',
      interval: 'day',
      steps,
      lines: [{ name: '', values: [5100, 6200, 5900, 7300, 6900, 8100, 7400] }],
      ticks: [0, 5000, 10_000].map((value) => ({ value, text: String(value) })),
    },
  ],
  tables: [
    {
      metric: 'contents',
      title: 'Contents',
      head: ['Content', 'Views', 'Share'],
      rows: [
        { name: 'Evening news', value: '12,400', share: '12.9%' },
        { name: 'Gulf derby', value: '9,812', share: '10.2%' },
      ],
      others: 0,
    },
  ],
}

const list = (items: Embed[]) => ({ items, pageNum: 1, pageSize: 12, totalItems: items.length })
/** A drawing in place of a picture that the server draws. */
const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 300"><rect width="600" height="300" fill="#fff"/><path d="M40 240L160 180L280 200L400 90L560 60" fill="none" stroke="#1251cc" stroke-width="3"/></svg>',
)}`
const url = `https://kinora.example/embed/report/${embed.id}#secret`
const answers: Answers = {
  listEmbeds: list(embeds),
  getEmbedCode: {
    url: 'about:blank',
    code: `<iframe src="${url}" sandbox="allow-scripts"></iframe>`,
    pictureUrl: picture,
    pictureCode: `<img src="${url}/picture?signature=9f2c" alt="Gulf live" width="600">`,
  },
  revokeEmbed: { ...embed, status: 'revoked', revokedAt: now },
  previewEmbed: content,
  createEmbed: ({ body: { name } }) => ({ ...embed, name }),
}
const path = '/embedded_reports'

const weekly: SavedReport = {
  id: idOf(90),
  environmentId,
  name: 'Weekly figures',
  recipients: [],
  frequency: 'weekly',
  sendOn: null,
  weekday: 1,
  monthDay: null,
  sendTime: '08:00',
  from: now.slice(0, 10),
  to: null,
  timezone: 'UTC',
  metrics: ['viewers'],
  filters: {},
  splitBy: null,
  formats: ['pdf'],
  language: 'en',
  webhookHost: 'hooks.example.com',
  isPaused: false,
  nextAt: now,
  lastRun: null,
  createdBy: 'Ananya Rao Iyer',
  savedBy: 'Ananya Rao Iyer',
  createdAt: now,
  webhookSecret: null,
}
const { webhookSecret: _secret, ...stored } = weekly
const scheduled: Answers = {
  previewReport: content,
  getReport: stored,
  listReportRuns: { items: [], pageNum: 1, pageSize: 12, totalItems: 0 },
  createReport: ({ body }) =>
    body.webhookUrl === 'https://inside.example/hook'
      ? problem('url-not-allowed')
      : { ...weekly, name: body.name, webhookSecret: 'whsec_gallery' },
  updateReport: ({ body }) => ({ ...weekly, name: body.name }),
}
const analytics = '/cdn_analytics/reports'

export const reports: States = {
  embeds: { path, answers },
  'no embeds': { path, answers: { ...answers, listEmbeds: list([]) } },
  'no embeds found': { path: `${path}?q=weather`, answers: { ...answers, listEmbeds: list([]) } },
  'embeds that do not load': { path, answers: { listEmbeds: problem('unavailable') } },
  'embeds without the right': { path, user: mediaTeam, answers: { listAdministrators: { items: [] } } },
  'embeds for a viewer': { path, user: viewer, answers },
  'the code of an embed': { path: `${path}?code=${embed.id}`, answers },
  'a code that does not load': {
    path: `${path}?code=${embed.id}`,
    answers: { ...answers, getEmbedCode: problem('unavailable') },
  },
  'a new report': { path: `${analytics}/new`, answers: scheduled },
  'a report with a webhook': { path: `${analytics}/${weekly.id}/edit`, answers: scheduled },
  'a new embed': { path: `${path}/new`, answers },
}
