import * as z from 'zod/mini'
import { call } from '../call.ts'
import { time } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base } from './base.ts'

const billingProof = z.object({
  /** Null if none has run. */
  checkedAt: z.nullable(time),
  accounts: z.number(),
  /** Books that do not add up: charges of their organizations stop until they do. Those that could not be checked are listed too, and
   * their charges stay as they were. At most ten faults of one organization. */
  faults: z.array(z.string()),
  /** Records older than 60 days on arrival, which are not charged. */
  heldRecords: z.number(),
})
export type BillingProof = z.infer<typeof billingProof>

export const billingProofFeature = defineFeature({
  calls: {
    getBillingProof: call({
      method: 'GET',
      path: `${base}/proof`,
      summary: 'Get the result of the last check of all accounts, entries, holds and charges.',
      caller: 'admin',
      answer: billingProof,
      kind: 'json',
      status: 200,
    }),
  },
})
