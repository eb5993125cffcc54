import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageQuery } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, problems, read } from './base.ts'
import { dataFields, trend, unrangedFields } from './metric-fields.ts'
import { errorTrend, organizationStats } from './usage-fields.ts'
import { metricIds, seriesIntervals, viewershipSorts } from './values.ts'
import { viewershipDetails } from './video-fields.ts'

/** Calls for usage, viewership and errors over time. */
const viewershipCalls = {
  getUsage: call({
    method: 'GET',
    path: `${base}/usage`,
    summary:
      'Get the usage of the environment over time: encoded, stored and streamed time in seconds, stored and delivered bytes. Rows and series have the largest values of a dimension, `others` and `otherSplits` the rest together. The default `interval` is a day for ranges over a day, otherwise an hour. Conditions on a dimension that a metric lacks select nothing of it; `notes` names them.',
    caller: 'environment',
    tenantIn: 'header-or-query',
    allowsOrganization: true,
    right: read,
    query: z.object(dataFields),
    answer: trend,
    kind: 'json',
    status: 200,
    problems,
  }),
  getOrganizationStats: call({
    method: 'GET',
    path: `${base}/org_stats`,
    summary:
      'Get views and usage, by default of the last 7 days, for each environment of the organization in which the caller may read views.',
    caller: 'environment',
    tenantIn: 'header-or-query',
    allowsOrganization: true,
    right: read,
    query: z.object(unrangedFields),
    answer: organizationStats,
    kind: 'json',
    status: 200,
    problems,
  }),
  getViewershipTrend: call({
    method: 'GET',
    path: `${base}/viewership/trend`,
    summary:
      'Get several metrics over time for the same views. `splitBy` adds series and `groupBy` adds rows for the largest values of a dimension; `otherSplits` and `others` have the rest together, `groups` their number.',
    caller: 'environment',
    tenantIn: 'header-or-query',
    allowsOrganization: true,
    right: read,
    query: z.object({
      ...dataFields,
      metrics: z.optional(z.array(z.enum(metricIds)).check(z.minLength(1), z.maxLength(metricIds.length))),
    }),
    answer: trend,
    kind: 'json',
    status: 200,
    problems,
  }),
  getPeriodicUsage: call({
    method: 'GET',
    path: `${base}/viewership/periodic_usage`,
    summary:
      'Get views, unique viewers, sessions, watch time and streamed time per day, week or month. Weeks begin on Monday. Conditions on a dimension that streamed time lacks select nothing of it; `notes` names them.',
    caller: 'environment',
    tenantIn: 'header-or-query',
    allowsOrganization: true,
    right: read,
    query: z.object({ ...dataFields, interval: z._default(z.enum(seriesIntervals), 'day') }),
    answer: trend,
    kind: 'json',
    status: 200,
    problems,
  }),
  getViewershipDetails: call({
    method: 'GET',
    path: `${base}/viewership/details`,
    summary:
      'List the videos and live streams that were viewed in a time range, with their metrics. `sort` is a metric; a leading minus sorts in descending order.',
    caller: 'environment',
    tenantIn: 'header-or-query',
    allowsOrganization: true,
    right: read,
    query: z.object({
      ...dataFields,
      ...pageQuery,
      sort: z._default(z.enum(viewershipSorts), '-views'),
    }),
    answer: viewershipDetails,
    kind: 'json',
    status: 200,
    problems,
  }),
  getErrorTrend: call({
    method: 'GET',
    path: `${base}/viewership/errors`,
    summary:
      'Get failed views over time for each of the 8 most frequent errors. `groupBy` adds failures by dimension value.',
    caller: 'environment',
    tenantIn: 'header-or-query',
    allowsOrganization: true,
    right: read,
    query: z.object(dataFields),
    answer: errorTrend,
    kind: 'json',
    status: 200,
    problems,
  }),
}

export const viewershipFeature = defineFeature({
  calls: viewershipCalls,
})
