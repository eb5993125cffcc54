import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, campaigns } from './base.ts'

const counts = {
  impressions: z.number(),
  firstQuartiles: z.number(),
  midpoints: z.number(),
  thirdQuartiles: z.number(),
  completes: z.number(),
  clicks: z.number(),
  /** Cost of the impressions in the currency, not rounded: nine decimals. */
  spend: z.string(),
}

const campaignReportRow = z.object({
  /** Day in UTC. */
  day: z.string(),
  creativeId: uuid,
  /** Null if it was deleted. */
  creativeName: z.nullable(z.string()),
  currency: z.string(),
  ...counts,
})

const campaignReport = z.object({
  /** Rows, sorted by day, creative and currency. */
  items: z.array(campaignReportRow),
  /** Sums of all rows per currency. */
  totals: z.array(z.object({ currency: z.string(), ...counts })),
})
export type CampaignReport = z.infer<typeof campaignReport>

const day = z.iso.date()

const campaignReportCalls = {
  getCampaignReport: call({
    method: 'GET',
    path: `${base}/campaigns/:id/report`,
    summary:
      'Get the delivery report of a campaign by day and creative, for a range of days (UTC, both included, at most 366 days). Each event of an ad counts once.',
    caller: 'environment',
    right: campaigns('read'),
    params: idParams,
    query: z.object({ from: day, to: day }),
    answer: campaignReport,
    kind: 'json',
    status: 200,
    problems: ['request-invalid'],
  }),
}

export const campaignReportFeature = defineFeature({
  calls: campaignReportCalls,
})
