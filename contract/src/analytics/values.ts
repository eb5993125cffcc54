// Values without schemas: the first screen of a browser loads these, and not zod.

/** Figures about views. Their definitions are in `GET /data/api/v1/metrics`. */
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

/** What views can be counted by; answers to viewers' requests: from files to networks, and those that both have; and ads: the
 * last ones, and those that they share with views. */
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

/** What viewers of a video differ in: the week of the view, or a dimension. */
export const cohortSplits = ['week', ...dimensions] as const
export type CohortSplit = (typeof cohortSplits)[number]

/** Figures of videos side by side. */
export const videoMetrics = [
  'views',
  'viewers',
  'average-watch-time',
  'startup-time',
  'rebuffer-percentage',
  'experience-score',
] as const satisfies readonly MetricId[]
export type VideoMetric = (typeof videoMetrics)[number]
/** What videos can be sorted by. A minus means the largest first. */
export const videoSorts = videoMetrics.flatMap((metric) => [metric, `-${metric}`] as const)
export type VideoSort = (typeof videoSorts)[number]

/** Figures of videos and live streams. */
export const viewershipMetrics = [
  ...videoMetrics,
  'sessions',
  'watch-time',
  'playback-failures',
  'live-latency',
] as const satisfies readonly MetricId[]
export const viewershipSorts = viewershipMetrics.flatMap((metric) => [metric, `-${metric}`] as const)

/** Figures of inserted ads, in all, over time and of each part. */
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
/** Figures of requests to ad servers. */
export const adRequestMetrics = [
  'ad-requests',
  'ad-requests-answered',
  'ad-requests-empty',
  'ad-requests-failed',
  'ad-requests-timed-out',
  'ad-request-time',
] as const satisfies readonly MetricId[]

/** Dimensions whose values are offered if none is asked for. */
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

/** What an export has: the steps of a chart, the values of a dimension, or views. */
export const exportTables = ['series', 'rows', 'views'] as const
export const figureFormats = ['csv', 'xlsx', 'parquet'] as const

/** Ranges of time with a name. */
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
  /** Of a person in an environment. */
  own: 50,
  nameLength: 60,
  /** Characters of the JSON of its filters. */
  filtersLength: 8192,
} as const

export const annotationLimits = { listed: 200 } as const

/** What charts over time can mark. */
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
/** Of a file with views that a job writes. */
export const exportStates = ['waiting', 'running', 'ready', 'failed'] as const
/** Why an export failed. These are problems. */
export const exportFaults = [
  'warehouse-away',
  'storage-full',
  'export-too-long',
  'export-interrupted',
] as const

/** At once and later than these, exports are refused or deleted. */
export const exportLimits = {
  rows: 5_000_000,
  /** A sheet has 1,048,576 rows. */
  sheetRows: 1_048_575,
  underWay: 3,
  kept: 100,
  keptDays: 7,
  /** The newest views that one answer can have. */
  atOnce: 10_000,
} as const
