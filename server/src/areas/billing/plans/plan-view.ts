import type { BillingPlan, MeterPrice } from '@kinora/contract'
import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { integerOf } from '../integers.ts'
import { type PriceOfMeter, pricesAfter, pricesAt } from '../pricing/prices.ts'
import { billingPlans, billingPrices } from '../tables.ts'

type PlanRow = typeof billingPlans.$inferSelect

/** The plans that an organization can choose, by name, with their prices. @param organizationId null for those of all */
export async function listPlans(
  db: Queryable,
  now: Date,
  organizationId: string | null,
): Promise<BillingPlan[]> {
  const rows = await db
    .select()
    .from(billingPlans)
    .where(isOffered(organizationId, now))
    .orderBy(asc(billingPlans.name))
  return Promise.all(rows.map((row) => planView(db, row, now)))
}

/** Condition: an organization can choose the plan. Not if it has no price yet, because everything would be free. */
export function isOffered(organizationId: string | null, now: Date): SQL | undefined {
  const isForAll = isNull(billingPlans.organizationId)
  const isFor =
    organizationId === null ? isForAll : or(isForAll, eq(billingPlans.organizationId, organizationId))
  const hasPrice = sql`EXISTS (SELECT 1 FROM ${billingPrices} WHERE ${billingPrices.planId} = ${billingPlans.id}
    AND ${billingPrices.validFrom} <= ${now.toISOString()}::timestamptz)`
  return and(isFor, hasPrice)
}

export async function planView(db: Queryable, row: PlanRow, now: Date): Promise<BillingPlan> {
  const { id, name, currency, freeEnvironments, credit, minimum } = row
  const [prices, upcoming] = await Promise.all([pricesAt(db, id, now), pricesAfter(db, id, now)])
  return {
    id,
    name,
    currency,
    freeEnvironments: freeEnvironments as BillingPlan['freeEnvironments'],
    credit: integerOf(credit),
    minimum: integerOf(minimum),
    prices: prices.map(priceView),
    upcoming: upcoming.map(priceView),
  }
}

export function priceView({ meter, mode, per, included, tiers, validFrom }: PriceOfMeter): MeterPrice {
  const integer = (text: string) => integerOf(BigInt(text))
  return {
    meter,
    mode,
    per: integer(per),
    included: integer(included),
    tiers: tiers.map(({ upTo, micros }) => ({
      upTo: upTo === null ? null : integer(upTo),
      micros: integer(micros),
    })),
    validFrom,
  }
}
