import { type BillingUsage, type MeterId, type MeterUsage, meterIds } from '@kinora/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { usageDays } from '../../../platform/usage/tables.ts'
import { periodView } from '../accounts/period-list.ts'
import { planAt } from '../accounts/spending.ts'
import { readWallet } from '../accounts/wallets.ts'
import type { Billing } from '../billing.ts'
import { integerOf } from '../integers.ts'
import { priceView } from '../plans/plan-view.ts'
import { periodOf, type Span } from '../pricing/periods.ts'
import { pricesByMeter } from '../pricing/prices.ts'
import { billingParts, type PartRow, type WalletRow } from '../tables.ts'

/** A period with its parts and what was charged in it. */
export interface PeriodBook {
  readonly wallet: WalletRow
  readonly period: Span
  readonly parts: readonly PartRow[]
  /** At the end of the period, or now. */
  readonly prices: PartRow['prices']
  readonly totals: ReadonlyMap<MeterId, MeterTotal>
}

interface MeterTotal {
  readonly units: bigint
  readonly amount: bigint
}

/** The period of a time; the current one without. */
export async function openBook(
  billing: Pick<Billing, 'db' | 'clock' | 'config'>,
  db: Queryable,
  organizationId: string,
  at: string | undefined,
): Promise<PeriodBook> {
  const now = billing.clock.now()
  const wallet = await readWallet(billing, organizationId)
  const period = periodOf(at === undefined ? now : new Date(at), wallet.timezone)
  const parts = await db
    .select()
    .from(billingParts)
    .where(
      and(eq(billingParts.organizationId, organizationId), eq(billingParts.periodStartsAt, period.startsAt)),
    )
    .orderBy(billingParts.part)
  const isCurrent = period.startsAt <= now && now < period.endsAt
  const prices = isCurrent
    ? await pricesByMeter(db, await planAt(db, organizationId, now), now)
    : (parts.at(-1)?.prices ?? {})
  return { wallet, period, parts, prices, totals: await totalsOf(db, organizationId, parts) }
}

/** The usage of a period and its cost by meter, the most expensive first. */
export async function getUsage(
  billing: Pick<Billing, 'db' | 'clock' | 'config'>,
  organizationId: string,
  at: string | undefined,
  db: Queryable = billing.db,
): Promise<BillingUsage> {
  const { wallet, period, parts, prices, totals } = await openBook(billing, db, organizationId, at)
  const adjustments = await adjustmentsIn(db, organizationId, parts)
  const days = await daysOf(db, organizationId, parts)
  const items = meterIds.flatMap((meter): (MeterUsage & { readonly micros: bigint }) | [] => {
    const { units = 0n, amount = 0n } = totals.get(meter) ?? {}
    const own = days.filter((each) => each.meter === meter)
    if (units === 0n && own.length === 0) return []
    const free = own.reduce((sum, each) => sum + each.free, 0n)
    const price = prices[meter]
    return {
      meter,
      quantity: integerOf(units),
      free: integerOf(free),
      amount: integerOf(amount),
      micros: amount,
      price: price === undefined ? null : priceView({ meter, ...price }),
      days: own.map(({ day, units: quantity }) => ({ day, quantity: integerOf(quantity) })),
    }
  })
  const sum = [...totals.values(), ...adjustments].reduce((total, { amount }) => total + amount, 0n)
  return {
    period: periodView(period),
    currency: wallet.currency,
    total: integerOf(sum),
    items: items
      .toSorted((a, b) => (a.micros === b.micros ? 0 : a.micros > b.micros ? -1 : 1))
      .map(({ micros: _, ...item }) => item),
    adjustments: adjustments.map(({ amount, ...span }) => ({
      period: periodView(span),
      amount: integerOf(amount),
    })),
  }
}

const numbersOf = (parts: readonly PartRow[]) => parts.map(({ part }) => part)

/** Units and amounts by meter that were charged in their own period. */
async function totalsOf(
  db: Queryable,
  organizationId: string,
  parts: readonly PartRow[],
): Promise<Map<MeterId, MeterTotal>> {
  const numbers = sql`ANY (${sql.param(numbersOf(parts))}::integer[])`
  const { rows } = await db.execute<{ meter: MeterId; units: string; amount: string }>(sql`
    SELECT meter, sum(total_after - total_before) AS units, sum(amount) AS amount
    FROM billing_charges
    WHERE organization_id = ${organizationId} AND part = ${numbers} AND charged_in = ${numbers}
    GROUP BY meter`)
  return new Map(
    rows.map(({ meter, units, amount }) => [meter, { units: BigInt(units), amount: BigInt(amount) }]),
  )
}

interface Adjustment extends Span {
  readonly amount: bigint
}

/** Charges of these parts for usage of earlier periods. */
async function adjustmentsIn(
  db: Queryable,
  organizationId: string,
  parts: readonly PartRow[],
): Promise<Adjustment[]> {
  const numbers = sql`ANY (${sql.param(numbersOf(parts))}::integer[])`
  const { rows } = await db.execute<{ starts_at: string; ends_at: string; amount: string }>(sql`
    SELECT parts.period_starts_at AS starts_at, parts.period_ends_at AS ends_at, sum(charges.amount) AS amount
    FROM billing_charges AS charges
    JOIN billing_parts AS parts ON parts.organization_id = charges.organization_id AND parts.part = charges.part
    WHERE charges.organization_id = ${organizationId} AND charges.charged_in = ${numbers}
      AND NOT charges.part = ${numbers}
    GROUP BY 1, 2 ORDER BY 1`)
  return rows.map(({ starts_at, ends_at, amount }) => ({
    startsAt: new Date(starts_at),
    endsAt: new Date(ends_at),
    amount: BigInt(amount),
  }))
}

interface DayUnits {
  readonly meter: string
  readonly day: string
  readonly units: bigint
  readonly free: bigint
}

async function daysOf(db: Queryable, organizationId: string, parts: readonly PartRow[]): Promise<DayUnits[]> {
  const { meter, day, quantity, isFree, part } = usageDays
  const units = sql`coalesce(sum(${quantity}) FILTER (WHERE NOT ${isFree}), 0)`.mapWith(BigInt)
  const free = sql`coalesce(sum(${quantity}) FILTER (WHERE ${isFree}), 0)`.mapWith(BigInt)
  if (parts.length === 0) return []
  return db
    .select({ meter, day, units, free })
    .from(usageDays)
    .where(and(eq(usageDays.organizationId, organizationId), inArray(part, numbersOf(parts))))
    .groupBy(meter, day)
    .orderBy(meter, day)
}
