import * as z from 'zod/mini'
import { call } from '../call.ts'
import { time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { meterIds } from '../vocabularies.ts'
import { billingPeriod } from './account.ts'
import { base, mayRead, micros, organizationParams, quantity } from './base.ts'
import { meterPrice } from './plans.ts'
import { usageLevels } from './values.ts'

/** A time in the period. The current one by default. */
const at = z.optional(time)

const meterUsage = z.object({
  meter: z.enum(meterIds),
  quantity,
  /** Part of the quantity in environments that are free. */
  free: quantity,
  amount: micros,
  /** At the end of the period, or now. Null if the meter has no price. */
  price: z.nullable(meterPrice),
  /** A date, such as 2026-11-20. Days without usage are left out. */
  days: z.array(z.object({ day: z.string(), quantity })),
})
export type MeterUsage = z.infer<typeof meterUsage>

export const billingUsage = z.object({
  period: billingPeriod,
  currency: z.string(),
  total: micros,
  /** Meters with usage, the most expensive first. */
  items: z.array(meterUsage),
  /** Charges for usage of earlier periods that arrived after their end. They are part of the total. */
  adjustments: z.array(z.object({ period: billingPeriod, amount: micros })),
})
export type BillingUsage = z.infer<typeof billingUsage>

const usageRow = z.object({
  /** The ID of the environment, video or stream, or the date. Empty for all others together. */
  id: z.string(),
  /** Null for dates, and if it was deleted. */
  name: z.nullable(z.string()),
  quantity,
  /** Its share of the amount of the meter. The shares of all rows add up to it. */
  amount: micros,
})
export type UsageRow = z.infer<typeof usageRow>

export const meterUsageRows = z.object({
  meter: z.enum(meterIds),
  level: z.enum(usageLevels),
  amount: micros,
  items: z.array(usageRow),
})
export type MeterUsageRows = z.infer<typeof meterUsageRows>

/** Quantities of meters, such as `live-streaming:3600000,live-recording:3600000`. */
const estimated = z.string().check(z.maxLength(500), z.regex(/^[a-z-]+:\d{1,15}(,[a-z-]+:\d{1,15})*$/))

const usageCalls = {
  estimateCost: call({
    method: 'GET',
    path: `${base}/:id/estimate`,
    summary:
      'Get what more usage would cost now, in the tiers that the current period has reached. Unknown meters, and those without a price, cost nothing.',
    caller: 'organization',
    right: mayRead,
    params: organizationParams,
    query: z.object({ usage: estimated }),
    answer: z.object({ amount: micros, currency: z.string() }),
    kind: 'json',
    status: 200,
  }),
  getBillingUsage: call({
    method: 'GET',
    path: `${base}/:id/usage`,
    summary: 'Get what an organization used in a billing period and what it cost, by meter.',
    caller: 'organization',
    right: mayRead,
    params: organizationParams,
    query: z.object({ at }),
    answer: billingUsage,
    kind: 'json',
    status: 200,
  }),
  getMeterUsage: call({
    method: 'GET',
    path: `${base}/:id/usage/:meter`,
    summary:
      'Get the usage of a meter by environment; with an environment by video or stream, and with one of these by day.',
    caller: 'organization',
    right: mayRead,
    params: z.object({ id: uuid, meter: z.enum(meterIds) }),
    query: z.object({ at, environmentId: z.optional(uuid), objectId: z.optional(uuid) }),
    answer: meterUsageRows,
    kind: 'json',
    status: 200,
  }),
}

export const billingUsageFeature = defineFeature({
  calls: usageCalls,
})
