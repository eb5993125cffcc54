import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, time } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, channels } from './base.ts'
import { adLimits } from './limits.ts'

const reconciledCampaign = z.object({
  /** The ad's ID; empty if the ad server gives none. */
  campaign: z.string(),
  title: z.nullable(z.string()),
  /** Decisions that inserted the ad. */
  inserted: z.number(),
  /** Inserted, but no viewer came as far. */
  notDelivered: z.number(),
  /** Whose first segment was delivered. */
  impressions: z.number(),
  /** Impressions that are reported to ad servers: the sum of the next four. */
  due: z.number(),
  sent: z.number(),
  /** There was no answer, so they may have counted. */
  unknown: z.number(),
  failed: z.number(),
  waiting: z.number(),
  /** Impressions by the ad server's own count; null if its figures do not name the campaign. */
  theirs: z.nullable(z.number()),
  /** From our impressions to theirs, in percent; null if there is nothing to compare. */
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
      'Compare the impressions of a channel with those of its ad server, by campaign, for sessions that started in a range of time. `csv` has the figures of the ad server: lines of campaign ID and impressions, separated by a comma, a semicolon or a tab. Nothing is stored. Sessions are kept for 30 days.',
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
