import * as z from 'zod/mini'
import { call } from '../call.ts'
import { page, pageQuery, time } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, problems, read } from './base.ts'
import { dataFields, totals, trend } from './metric-fields.ts'
import { notes } from './notes.ts'
import { adInsertionMetrics, adRequestMetrics, dimensions, metricIds, metricUnits } from './values.ts'

const dataQuery = z.object(dataFields)

const sortsOf = <M extends string>(metrics: readonly M[]) =>
  metrics.flatMap((metric) => [metric, `-${metric}`] as const)

/** Values of a dimension with their metrics. */
const adDetails = z.object({
  ...page(
    z.object({
      key: z.string(),
      /** Name of an ad channel, campaign, video or live stream. Null if it is deleted. */
      name: z.optional(z.nullable(z.string())),
      figures: z.array(
        z.object({
          metric: z.enum(metricIds),
          unit: z.enum(metricUnits),
          /** Null if there is nothing to compute it from. */
          value: z.nullable(z.number()),
          /** Value of the previous period of the same length; only with `compareWithPeriod`. */
          previous: z.optional(z.nullable(z.number())),
        }),
      ),
    }),
  ).shape,
  freshAt: time,
  notes,
})
export type AdDetails = z.infer<typeof adDetails>

const common = {
  method: 'GET',
  caller: 'environment',
  tenantIn: 'header-or-query',
  allowsOrganization: true,
  right: read,
  kind: 'json',
  status: 200,
} as const
const OTHERS =
  'Ads lack some dimensions of views: conditions on these select nothing. Requires the right to read ad channels.'

/** Calls for metrics of ad insertion and of requests to ad servers. */
const adFigureCalls = {
  getAdInsertion: call({
    ...common,
    path: `${base}/ad_insertion/requests`,
    summary: `Get totals of ad insertion: sessions, breaks, inserted ads, impressions, unique viewers, available and filled time, and fill rate. ${OTHERS}`,
    query: dataQuery,
    answer: totals,
    problems,
  }),
  getAdInsertionTrend: call({
    ...common,
    path: `${base}/ad_insertion/trend`,
    summary: `Get metrics of ad insertion over time. \`splitBy\` adds series and \`groupBy\` adds rows for the largest values of a dimension, with the rest together in \`otherSplits\` and \`others\`. ${OTHERS}`,
    query: dataQuery,
    answer: trend,
    problems,
  }),
  getAdInsertionDetails: call({
    ...common,
    path: `${base}/ad_insertion/details`,
    summary: `List ad channels, or the values of another dimension (\`groupBy\`), with their metrics of ad insertion. \`sort\` is a metric; a leading minus sorts in descending order. ${OTHERS}`,
    query: z.object({
      ...dataFields,
      ...pageQuery,
      groupBy: z._default(z.enum(dimensions), 'adChannel'),
      sort: z._default(z.enum(sortsOf(adInsertionMetrics)), '-ad-sessions'),
    }),
    answer: adDetails,
    problems,
  }),
  getAdRequests: call({
    ...common,
    path: `${base}/ad_requests/requests`,
    summary: `Get totals of requests to ad servers: all, answered, with an empty VAST response, failed and timed out, and the average response time. ${OTHERS}`,
    query: dataQuery,
    answer: totals,
    problems,
  }),
  getAdRequestTrend: call({
    ...common,
    path: `${base}/ad_requests/trend`,
    summary: `Get metrics of requests to ad servers over time. \`splitBy\` adds series and \`groupBy\` adds rows for the largest values of a dimension, such as \`adServer\` (host), \`adOutcome\` (reason of a failure) or \`statusCode\`, with the rest together in \`otherSplits\` and \`others\`. ${OTHERS}`,
    query: dataQuery,
    answer: trend,
    problems,
  }),
  getAdRequestDetails: call({
    ...common,
    path: `${base}/ad_requests/details`,
    summary: `List ad servers by host, or the values of another dimension (\`groupBy\`), with the metrics of their requests. \`sort\` is a metric; a leading minus sorts in descending order. ${OTHERS}`,
    query: z.object({
      ...dataFields,
      ...pageQuery,
      groupBy: z._default(z.enum(dimensions), 'adServer'),
      sort: z._default(z.enum(sortsOf(adRequestMetrics)), '-ad-requests'),
    }),
    answer: adDetails,
    problems,
  }),
}

export const adFigureFeature = defineFeature({
  calls: adFigureCalls,
})
