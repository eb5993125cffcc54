import type { Dimension, MetricId } from '../analytics/values.ts'

export const reportFrequencies = ['once', 'daily', 'weekly', 'monthly'] as const
export type ReportFrequency = (typeof reportFrequencies)[number]

/** Metrics of a report. Some are figures over time, others tables of views by a dimension. */
export const reportMetrics = [
  'viewers',
  'sessions',
  'concurrent-viewers',
  'total-viewership',
  'ad-viewership',
  'sessions-per-viewer',
  'session-duration',
  'contents',
  'countries',
  'devices',
  'device-types',
  'partners',
  'streamed-minutes',
  'stored-minutes',
  'encoded-minutes',
] as const
export type ReportMetric = (typeof reportMetrics)[number]

/** The metric of analytics behind each metric of a report; and for tables, the dimension. */
export const reportSources: Readonly<Record<ReportMetric, { metric: MetricId; by?: Dimension }>> = {
  viewers: { metric: 'viewers' },
  sessions: { metric: 'sessions' },
  'concurrent-viewers': { metric: 'peak-viewers' },
  'total-viewership': { metric: 'views' },
  'ad-viewership': { metric: 'ad-impressions' },
  'sessions-per-viewer': { metric: 'sessions-per-viewer' },
  'session-duration': { metric: 'average-session' },
  contents: { metric: 'views', by: 'contentId' },
  countries: { metric: 'views', by: 'country' },
  devices: { metric: 'views', by: 'deviceName' },
  'device-types': { metric: 'views', by: 'deviceType' },
  partners: { metric: 'views', by: 'partner' },
  'streamed-minutes': { metric: 'streamed-time' },
  'stored-minutes': { metric: 'stored-time' },
  'encoded-minutes': { metric: 'encoded-time' },
}

export const reportFormats = ['pdf', 'xlsx', 'csv'] as const
export type ReportFormat = (typeof reportFormats)[number]

export const reportRunStates = [
  'due',
  'rendering',
  'sending',
  'sent',
  /** Some recipients got no email. */
  'partly',
  'failed',
] as const
export type ReportRunState = (typeof reportRunStates)[number]

/** Why a run has failed, or some of its emails. */
export const reportReasons = [
  'warehouse-away',
  /** The person who saved the report has lost the rights on its metrics. */
  'no-rights',
  'no-recipients',
  'too-many-emails',
  'render-failed',
  'mail-failed',
  'webhook-failed',
  'interrupted',
] as const
export type ReportReason = (typeof reportReasons)[number]

/** Times that an embedded report covers, up to the moment at which it is shown. */
export const embedRanges = [
  'last-24-hours',
  'last-7-days',
  'last-30-days',
  'this-month',
  'last-month',
] as const
export type EmbedRange = (typeof embedRanges)[number]

/** `auto` follows the browser of the viewer. */
export const embedThemes = ['auto', 'light', 'dark'] as const

export const embedLimits = {
  /** Most embeds of an organization, with those that ended. */
  most: 200,
  sites: 20,
  /** The latest expiry. */
  days: 366,
} as const

export const reportLimits = {
  nameLength: 64,
  recipients: 50,
  /** Seconds for which the links to files in a webhook are valid. */
  webhookLinkS: 86_400,
  /** Rows of a table in a PDF. */
  pdfRows: 60,
  /** Rows of a table in CSV and XLSX. */
  fileRows: 10_000,
  /** Rows of a table in a preview and an email. */
  shortRows: 5,
  filtersLength: 8192,
} as const
