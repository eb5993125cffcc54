import * as z from 'zod/mini'
import { call } from '../call.ts'
import { time, uuid } from '../common.ts'
import { adFigureCalls } from './ad-calls.ts'
import { annotationCalls } from './annotations.ts'
import { base, problems, read } from './base.ts'
import { beacon, beaconLimits } from './beacon.ts'
import { viewExportCalls } from './exports.ts'
import { favouriteCalls } from './favourites.ts'
import {
  analyticsLimits,
  figures,
  filterQuery,
  filterValues,
  metricEntry,
  rangeFields,
  tenantQuery,
  totals,
} from './metrics.ts'
import { realtimeViews } from './realtime.ts'
import { dimensions, exportTables, figureFormats, metricIds, seriesIntervals } from './values.ts'
import { videoCalls } from './video-calls.ts'
import { errorFields, viewershipCalls } from './viewership-calls.ts'
import { viewDetails, viewErrors, viewList } from './views.ts'

export type * from './ad-calls.ts'
export type * from './annotations.ts'
export * from './beacon.ts'
export * from './exports.ts'
export type * from './favourites.ts'
export * from './metrics.ts'
export * from './realtime.ts'
export * from './usage.ts'
export * from './values.ts'
export * from './videos.ts'
export * from './views.ts'

const figureFields = {
  ...tenantQuery,
  ...rangeFields,
  ...filterQuery,
  metric: z._default(z.enum(metricIds), 'views'),
  interval: z.optional(z.enum(seriesIntervals)),
  groupBy: z.optional(z.enum(dimensions)),
  splitBy: z.optional(z.enum(dimensions)),
  compareWithPeriod: z._default(z.boolean(), false),
}

export const analyticsCalls = {
  ...videoCalls,
  sendBeacon: call({
    method: 'POST',
    path: '/beacon/v1/views',
    summary:
      'Report view events from a player. Repeated events count once. Events with unknown playback IDs are ignored.',
    caller: 'none',
    body: beacon,
    kind: 'empty',
    status: 204,
    problems: ['beacons-full'],
    maxBodyBytes: beaconLimits.bytes,
    // A school or a company can have one address.
    perMinute: 6000,
  }),
  getViews: call({
    method: 'GET',
    path: `${base}/views`,
    summary:
      'Get a metric over time. The default `interval` is a day for ranges over a day, otherwise an hour; days begin at midnight in `timezone`. `splitBy` adds a series for each of the 8 largest values of a dimension, `groupBy` adds a row per value, and `compareWithPeriod` adds the previous period. Filters take several values, separated by commas; `missing` names dimensions that may be empty. `series=false` omits the series.',
    caller: 'environment',
    tenantIn: 'header-or-query',
    right: read,
    query: z.object({ ...figureFields, series: z._default(z.boolean(), true) }),
    answer: figures,
    kind: 'json',
    status: 200,
    problems,
  }),
  getTotals: call({
    method: 'GET',
    path: `${base}/totals`,
    summary: 'Get the totals of several metrics for the same views.',
    caller: 'environment',
    right: read,
    query: z.object({
      ...rangeFields,
      ...filterQuery,
      metrics: z.array(z.enum(metricIds)).check(z.minLength(1), z.maxLength(metricIds.length)),
      compareWithPeriod: z._default(z.boolean(), false),
    }),
    answer: totals,
    kind: 'json',
    status: 200,
    problems,
  }),
  ...viewershipCalls,
  ...adFigureCalls,
  getRealtimeViews: call({
    method: 'GET',
    path: `${base}/realtime_views`,
    summary:
      'Get the current viewers: views that play, load or rebuffer, by content, country and device type, and the peak in each of the last 30 minutes. There is no time range.',
    caller: 'environment',
    tenantIn: 'header-or-query',
    right: read,
    query: z.object({ ...tenantQuery, ...filterQuery }),
    answer: realtimeViews,
    kind: 'json',
    status: 200,
    problems: ['warehouse-away'],
  }),
  getViewErrors: call({
    method: 'GET',
    path: `${base}/views/errors`,
    summary:
      'Get the errors that ended views in a time range, most frequent first. `groupBy` adds failures by dimension value. `statusCode` counts only views with such a response to one of their requests.',
    caller: 'environment',
    tenantIn: 'header-or-query',
    right: read,
    query: z.object({ ...tenantQuery, ...rangeFields, ...filterQuery, ...errorFields }),
    answer: viewErrors,
    kind: 'json',
    status: 200,
    problems,
  }),
  listViews: call({
    method: 'GET',
    path: `${base}/views/details`,
    summary:
      'List the views of a time range, newest first, 50 per page. `errorCode` lists only views that ended with this error.',
    caller: 'environment',
    right: read,
    query: z.object({
      ...rangeFields,
      ...filterQuery,
      errorCode: z.optional(z.string().check(z.maxLength(40))),
      before: z.optional(z.string().check(z.regex(/^\d{1,13}-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/))),
    }),
    answer: viewList,
    kind: 'json',
    status: 200,
    problems,
  }),
  getView: call({
    method: 'GET',
    path: `${base}/views/details/:id`,
    summary:
      'Get a view with the events that its player reported. Events are kept for 90 days. `at`, the start of the view, makes the lookup faster.',
    caller: 'environment',
    right: read,
    params: z.object({ id: uuid }),
    query: z.object({ at: z.optional(time) }),
    answer: viewDetails,
    kind: 'json',
    status: 200,
    problems: ['warehouse-away'],
  }),
  exportFigures: call({
    method: 'GET',
    path: `${base}/export`,
    summary:
      'Get metrics as a file: the `series` of a chart, the `rows` of `groupBy`, or the newest 10,000 `views`. The default `interval` is half an hour, for ranges over 31 days a day. Formulas are neutralized.',
    caller: 'environment',
    tenantIn: 'header-or-query',
    right: read,
    query: z.object({
      ...figureFields,
      table: z._default(z.enum(exportTables), 'series'),
      format: z._default(z.enum(figureFormats), 'csv'),
    }),
    kind: 'file',
    status: 200,
    problems: [...problems, 'group-missing'],
    perMinute: 20,
  }),
  ...viewExportCalls,
  getFilterValues: call({
    method: 'GET',
    path: `${base}/filters`,
    summary:
      'Get the values of a dimension in a time range, most views first. Without `dimension`, the first 20 values of each common dimension. Filters on other dimensions limit the views that count.',
    caller: 'environment',
    tenantIn: 'header-or-query',
    right: read,
    query: z.object({
      ...tenantQuery,
      ...rangeFields,
      ...filterQuery,
      dimension: z.optional(z.enum(dimensions)),
      phrase: z.optional(z.string().check(z.maxLength(analyticsLimits.filterLength))),
    }),
    answer: filterValues,
    kind: 'json',
    status: 200,
    problems,
  }),
  listMetrics: call({
    method: 'GET',
    path: `${base}/metrics`,
    summary: 'List all metrics with definition, unit, formula and source.',
    caller: 'environment',
    right: read,
    answer: z.object({ items: z.array(metricEntry) }),
    kind: 'json',
    status: 200,
  }),
  ...annotationCalls,
  ...favouriteCalls,
}
