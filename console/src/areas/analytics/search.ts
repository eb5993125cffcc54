import { metricIds } from '@kinora/contract/analytics/values'
import * as read from '../../lib/browser/read'
import { presets, usualPreset } from './ranges'

/** What views can be split by on the screen. */
export const splits = [
  'category',
  'contentId',
  'partner',
  'programme',
  'deviceType',
  'os',
  'browser',
  'pageHost',
] as const

/** What the screen shows is in its address, so that it can be shared. */
export const analyticsSearch = read.fields({
  range: read.oneOf(presets, usualPreset),
  metric: read.oneOf(metricIds, 'views'),
  split: read.oneOf(splits, undefined),
  compare: read.flag(true),
})
export type AnalyticsSearch = read.FieldsRead<typeof analyticsSearch>
export const usualView = { range: usualPreset, metric: 'views', compare: true } as const
