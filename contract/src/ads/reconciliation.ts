import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, time } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, channels } from './base.ts'
import { adLimits } from './limits.ts'

const reconciledCampaign = z.object({
  /** ID of the ad. Empty if the ad server gives none. */
  campaign: z.string(),
  title: z.nullable(z.string()),
  /** Number of decisions that inserted the ad. */
  inserted: z.number(),
  /** Inserted ads that the viewer did not reach. */
  notDelivered: z.number(),
  /** Ads whose first segment was delivered. */
  impressions: z.number(),
  /** Impressions with a tracking request: sum of the next four fields. */
  due: z.number(),
  sent: z.number(),
  /** Tracking requests without a response: they may have counted. */
  unknown: z.number(),
  failed: z.number(),
  waiting: z.number(),
  /** Impressions that the ad server counted. Null if its figures do not have the campaign. */
  theirs: z.nullable(z.number()),
  /** Difference of `theirs` to `impressions`, in percent. Null if one of them is missing. */
  differencePercent: z.nullable(z.number()),
})
export type ReconciledCampaign = z.infer<typeof reconciledCampaign>

export const adReconciliation = z.object({
  items: z.array(reconciledCampaign),
  total: z.omit(reconciledCampaign, { campaign: true, title: true }),
})
export type AdReconciliation = z.infer<typeof adReconciliation>

const adReconciliationCalls = {
  reconcileAdChannel: call({
    method: 'POST',
    path: `${base}/ssai/:id/reconciliation`,
    summary:
      'Compare the impressions of a channel with those of its ad server, by campaign, for sessions that started in a time range. `csv` has the figures of the ad server: lines of campaign ID and impressions, separated by a comma, a semicolon or a tab. Nothing is stored. Sessions are kept for 30 days.',
    caller: 'environment',
    right: channels('read'),
    params: idParams,
    body: z.object({
      from: time,
      to: time,
      csv: z._default(z.string().check(z.maxLength(adLimits.csvLength)), ''),
    }),
    answer: adReconciliation,
    kind: 'json',
    status: 200,
    problems: ['ad-figures-invalid'],
    perMinute: 30,
  }),
}

export const adReconciliationFeature = defineFeature({
  calls: adReconciliationCalls,
  problems: {
    'ad-figures-invalid': { status: 422, title: 'The figures of the ad server cannot be read' },
  },
})
