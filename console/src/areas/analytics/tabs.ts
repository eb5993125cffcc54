import type { Dimension, MetricId } from '@kinora/contract'

/** The tabs of each screen. The first one opens by default. */
export const screens = {
  '/$environmentId/cdn_analytics': ['overview', 'realtime', 'viewership', 'ads', 'revenue', 'usage', 'cdn'],
  '/$environmentId/Adv_analytics': ['performance', 'videos'],
} as const
export type Screen = keyof typeof screens
export type Tab = (typeof screens)[Screen][number]

export const screenOf = (tab: Tab): Screen =>
  advancedFeature(tab) === undefined ? '/$environmentId/cdn_analytics' : '/$environmentId/Adv_analytics'

/** The feature of advanced analytics that the tab shows. */
export function advancedFeature(tab: Tab): 'Performance' | 'Video Analytics' | undefined {
  if (tab === 'performance') return 'Performance'
  return tab === 'videos' ? 'Video Analytics' : undefined
}

/** Tabs with metrics over time. */
export type FigureTab = Exclude<Tab, 'realtime' | 'videos'>

interface FigureTabContent {
  /** Metrics above the chart. The first one is selected by default. */
  readonly metrics: readonly [MetricId, ...MetricId[]]
  /** Dimensions by which the chart can be split. */
  readonly splits: readonly Dimension[]
  readonly lists: readonly Dimension[]
}

/** Whether the tab is about ads, which requires the right to read ad channels. */
export const isAboutAds = (tab: Tab) => tab === 'ads' || tab === 'revenue'
/** Whether the tab is about views, not about ads, usage or delivery. */
export const isAboutViews = (tab: Tab) => tab !== 'usage' && tab !== 'cdn' && !isAboutAds(tab)

export const figureTabs: Readonly<Record<FigureTab, FigureTabContent>> = {
  overview: {
    metrics: ['views', 'viewers', 'watch-time', 'average-watch-time', 'peak-viewers', 'experience-score'],
    splits: ['category', 'contentId', 'country', 'deviceType', 'partner', 'programme'],
    lists: ['contentId', 'country', 'deviceType', 'programme', 'partner', 'pageHost'],
  },
  viewership: {
    metrics: ['views', 'viewers', 'sessions', 'sessions-per-viewer', 'average-session', 'watch-time'],
    splits: [
      'category',
      'contentId',
      'customPlayback',
      'programme',
      'partner',
      'country',
      'state',
      'city',
      'deviceType',
      'deviceName',
      'os',
      'browser',
      'pageHost',
    ],
    lists: [
      'contentId',
      'programme',
      'partner',
      'customPlayback',
      'country',
      'state',
      'city',
      'deviceType',
      'deviceName',
      'os',
      'browser',
      'pageHost',
    ],
  },
  performance: {
    metrics: [
      'startup-time',
      'rebuffer-percentage',
      'playback-failures',
      'exits-before-start',
      'average-bitrate',
      'live-latency',
      'upscale',
      'downscale',
      'rebuffer-frequency',
      'startup-failures',
      'experience-score',
      'views',
    ],
    splits: ['category', 'contentId', 'country', 'isp', 'deviceType', 'os', 'browser', 'playerVersion'],
    lists: ['contentId', 'isp', 'country', 'deviceType', 'os', 'browser', 'playerVersion'],
  },
  ads: {
    metrics: [
      'ad-impressions',
      'ad-sessions',
      'ad-viewers',
      'ads-inserted',
      'ad-fill-rate',
      'ad-available-time',
      'ad-filled-time',
      'empty-answers',
      'ad-skips',
      'ad-errors',
      'ad-completes',
      'ad-completion-rate',
      'ad-requests',
      'ad-request-time',
    ],
    splits: [
      'adChannel',
      'campaign',
      'adSystem',
      'breakKind',
      'adReason',
      'adServer',
      'adOutcome',
      'contentId',
      'programme',
      'partner',
      'country',
      'deviceType',
    ],
    lists: [
      'adChannel',
      'campaign',
      'adReason',
      'contentId',
      'adSystem',
      'breakKind',
      'country',
      'deviceType',
    ],
  },
  revenue: {
    metrics: ['ad-revenue', 'ad-ecpm', 'ad-impressions', 'ad-completes', 'ad-completion-rate'],
    splits: [
      'adChannel',
      'campaign',
      'advertiser',
      'contentId',
      'programme',
      'partner',
      'country',
      'deviceType',
    ],
    lists: ['campaign', 'adChannel', 'contentId', 'advertiser', 'country', 'deviceType'],
  },
  usage: {
    metrics: ['streamed-time', 'encoded-time', 'stored-time', 'delivered-bytes', 'stored-bytes'],
    splits: ['category', 'contentId'],
    lists: ['contentId', 'category'],
  },
  cdn: {
    metrics: ['requests', 'delivered-bytes', 'cached-requests', 'failed-requests', 'streamed-time'],
    splits: ['file', 'rendition', 'statusCode', 'cache', 'cdn', 'category', 'contentId', 'country', 'isp'],
    lists: [
      'contentId',
      'file',
      'rendition',
      'statusCode',
      'cache',
      'cdn',
      'country',
      'isp',
      'customPlayback',
    ],
  },
}

/** The metrics that a tab queries. Tabs about views include the views, which decide whether the tab is empty. */
export function shownMetrics(tab: FigureTab): readonly MetricId[] {
  const { metrics } = figureTabs[tab]
  return isAboutViews(tab) ? [...new Set([...metrics, 'views' as const])] : metrics
}

/** Dimensions by which views can be filtered, in the order of the menu. */
const viewDimensions = [
  'category',
  'contentId',
  'programme',
  'partner',
  'customPlayback',
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
] as const satisfies readonly Dimension[]

const deliveryDimensions = [
  'category',
  'contentId',
  'customPlayback',
  'file',
  'rendition',
  'statusCode',
  'cache',
  'cdn',
  'country',
  'isp',
] as const satisfies readonly Dimension[]

const adDimensions = [
  'adChannel',
  'campaign',
  'advertiser',
  'adSystem',
  'breakKind',
  'category',
  'contentId',
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
  'currency',
] as const satisfies readonly Dimension[]

/** Dimensions by which a tab can be filtered. */
export function filterDimensions(tab: Tab): readonly Dimension[] {
  if (tab === 'usage') return ['category', 'contentId']
  if (isAboutAds(tab)) return adDimensions
  return tab === 'cdn' ? deliveryDimensions : viewDimensions
}
