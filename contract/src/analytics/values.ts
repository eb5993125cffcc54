// Values without schemas: the first screen of a browser loads these, and not zod.

/** IDs of all metrics. `GET /data/api/v1/metrics` returns their definitions. */
export const metricIds = [
  'views',
  'viewers',
  'sessions',
  'watch-time',
  'average-watch-time',
  'startup-time',
  'rebuffer-percentage',
  'rebuffer-frequency',
  'exits-before-start',
  'playback-failures',
  'startup-failures',
  'average-bitrate',
  'upscale',
  'downscale',
  'live-latency',
  'views-per-viewer',
  'sessions-per-viewer',
  'average-session',
  'experience-score',
  'peak-viewers',
  'requests',
  'delivered-bytes',
  'cached-requests',
  'failed-requests',
  'streamed-time',
  'encoded-time',
  'stored-time',
  'stored-bytes',
  'ad-sessions',
  'ad-viewers',
  'ad-breaks',
  'ads-offered',
  'ads-inserted',
  'ad-impressions',
  'ad-fill-rate',
  'empty-answers',
  'ad-skips',
  'ad-errors',
  'ad-available-time',
  'ad-filled-time',
  'ad-first-quartiles',
  'ad-midpoints',
  'ad-third-quartiles',
  'ad-completes',
  'ad-completion-rate',
  'ad-revenue',
  'ad-ecpm',
  'ad-requests',
  'ad-requests-answered',
  'ad-requests-empty',
  'ad-requests-failed',
  'ad-requests-timed-out',
  'ad-request-time',
] as const
export type MetricId = (typeof metricIds)[number]

export const metricUnits = [
  'count',
  'ratio',
  'seconds',
  'milliseconds',
  'percent',
  'per-minute',
  'kbps',
  'score',
  'bytes',
  'micros',
] as const

/** Dimensions to filter and group by: of views up to `custom10`, of responses to viewers from `file` to `cdn`, of ads from
 * `adChannel` on. Responses and ads share some of those of views (`columns.ts` on the server has the lists). */
export const dimensions = [
  'contentId',
  'category',
  'customPlayback',
  'programme',
  'partner',
  'country',
  'state',
  'city',
  'isp',
  'deviceType',
  'deviceName',
  'os',
  'browser',
  'playerVersion',
  'pageHost',
  'custom1',
  'custom2',
  'custom3',
  'custom4',
  'custom5',
  'custom6',
  'custom7',
  'custom8',
  'custom9',
  'custom10',
  'file',
  'rendition',
  'statusCode',
  'cache',
  'cdn',
  'adChannel',
  'campaign',
  'advertiser',
  'adSystem',
  'breakKind',
  'adReason',
  'currency',
  'adServer',
  'adOutcome',
] as const
export type Dimension = (typeof dimensions)[number]

/** Splits of viewers into cohorts: by week of the view, or by a dimension. */
export const cohortSplits = ['week', ...dimensions] as const
export type CohortSplit = (typeof cohortSplits)[number]

/** Metrics of the table that compares videos. */
export const videoMetrics = [
  'views',
  'viewers',
  'average-watch-time',
  'startup-time',
  'rebuffer-percentage',
  'experience-score',
] as const satisfies readonly MetricId[]
export type VideoMetric = (typeof videoMetrics)[number]
/** Sort keys of that table. A leading minus sorts in descending order. */
export const videoSorts = videoMetrics.flatMap((metric) => [metric, `-${metric}`] as const)
export type VideoSort = (typeof videoSorts)[number]

/** Metrics of the table of videos and live streams. */
export const viewershipMetrics = [
  ...videoMetrics,
  'sessions',
  'watch-time',
  'playback-failures',
  'live-latency',
] as const satisfies readonly MetricId[]
export const viewershipSorts = viewershipMetrics.flatMap((metric) => [metric, `-${metric}`] as const)

/** Metrics of ad insertion: totals, series and rows all have these. */
export const adInsertionMetrics = [
  'ad-sessions',
  'ad-viewers',
  'ad-breaks',
  'ads-inserted',
  'ad-impressions',
  'ad-available-time',
  'ad-filled-time',
  'ad-fill-rate',
] as const satisfies readonly MetricId[]
/** Metrics of requests to ad servers. */
export const adRequestMetrics = [
  'ad-requests',
  'ad-requests-answered',
  'ad-requests-empty',
  'ad-requests-failed',
  'ad-requests-timed-out',
  'ad-request-time',
] as const satisfies readonly MetricId[]

/** Dimensions that `GET /data/api/v1/filters` lists if the query names none. */
export const commonDimensions = [
  'contentId',
  'category',
  'programme',
  'partner',
  'country',
  'state',
  'city',
  'isp',
  'deviceType',
  'deviceName',
] as const satisfies readonly Dimension[]

export const seriesIntervals = ['minute', 'half-hour', 'hour', 'day', 'week', 'month'] as const
export type SeriesInterval = (typeof seriesIntervals)[number]

/** Parameters of the data service that are no conditions. Calls without a use for one accept it too. */
export const shapeParameters = [
  'from',
  'to',
  'timezone',
  'interval',
  'groupBy',
  'splitBy',
  'compareWithPeriod',
] as const
export type ShapeParameter = (typeof shapeParameters)[number]

/** Contents of an export: the steps of a chart, the values of a dimension, or single views. */
export const exportTables = ['series', 'rows', 'views'] as const
export const figureFormats = ['csv', 'xlsx', 'parquet'] as const

/** Time ranges relative to now. */
export const rangePresets = [
  'last-15-minutes',
  'last-30-minutes',
  'last-hour',
  'last-4-hours',
  'last-8-hours',
  'last-12-hours',
  'last-24-hours',
  'last-7-days',
  'last-30-days',
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
] as const
export type RangePreset = (typeof rangePresets)[number]

export const favouriteLimits = {
  /** Favorites that a person can save in an environment. */
  own: 50,
  nameLength: 60,
  /** Length of the filters as JSON, in characters. */
  filtersLength: 8192,
} as const

export const annotationLimits = { listed: 200 } as const

/** Kinds of events that charts over time mark. */
export const annotationKinds = ['published', 'live', 'incident'] as const
export type AnnotationKind = (typeof annotationKinds)[number]

export const annotationReasons = [
  'published',
  'went-live',
  'went-off-air',
  'signal-lost',
  'backup-took-over',
  'video-failed',
  'rendition-failed',
] as const
export type AnnotationReason = (typeof annotationReasons)[number]
/** States of an export that a job writes. */
export const exportStates = ['waiting', 'running', 'ready', 'failed'] as const
/** IDs of the problems that an export can fail with. */
export const exportFaults = [
  'warehouse-away',
  'storage-full',
  'export-too-long',
  'export-interrupted',
] as const

/** Limits of exports: more are refused, older ones are deleted. */
export const exportLimits = {
  rows: 5_000_000,
  /** An XLSX sheet has 1,048,576 rows, one of them the header. */
  sheetRows: 1_048_575,
  underWay: 3,
  kept: 100,
  keptDays: 7,
  /** Views in a response of `GET /data/api/v1/export`. */
  atOnce: 10_000,
} as const
