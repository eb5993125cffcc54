import type { MeterId } from '@kinora/contract'
import { and, asc, desc, eq, gt, lte } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import type { PartRow, StoredPrice } from '../tables.ts'
import { billingPrices } from '../tables.ts'

type PriceRow = typeof billingPrices.$inferSelect

export interface PriceOfMeter extends StoredPrice {
  readonly meter: MeterId
}

/** The prices of a plan that are valid at a time. */
export async function pricesAt(db: Queryable, planId: string, at: Date): Promise<PriceOfMeter[]> {
  const rows = await db
    .selectDistinctOn([billingPrices.meter])
    .from(billingPrices)
    .where(and(eq(billingPrices.planId, planId), lte(billingPrices.validFrom, at)))
    .orderBy(asc(billingPrices.meter), desc(billingPrices.validFrom))
  return rows.map(storedPrice)
}

/** The prices of a plan that are valid at a time, by meter, as parts keep them. */
export async function pricesByMeter(db: Queryable, planId: string, at: Date): Promise<PartRow['prices']> {
  const prices = await pricesAt(db, planId, at)
  return Object.fromEntries(prices.map(({ meter, ...price }) => [meter, price]))
}

/** The prices of a plan that become valid after a time, in order. */
export async function pricesAfter(db: Queryable, planId: string, at: Date): Promise<PriceOfMeter[]> {
  const rows = await db
    .select()
    .from(billingPrices)
    .where(and(eq(billingPrices.planId, planId), gt(billingPrices.validFrom, at)))
    .orderBy(asc(billingPrices.validFrom), asc(billingPrices.meter))
  return rows.map(storedPrice)
}

function storedPrice({ meter, mode, per, included, tiers, validFrom }: PriceRow): PriceOfMeter {
  return {
    meter,
    mode,
    per: String(per),
    included: String(included),
    tiers,
    validFrom: validFrom.toISOString(),
  }
}
