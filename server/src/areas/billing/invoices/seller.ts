import type { BillingSeller, BillingSellerView, BodyOf, billingCalls } from '@kinora/contract'
import { asc, eq, sql } from 'drizzle-orm'
import type { Person } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { type Change, recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import { organizationName, organizationsOfPerson } from '../../identity/index.ts'
import type { Billing } from '../billing.ts'
import { billingSellers, billingTaxRates, type SellerRow } from './tables.ts'

/** The legal entity that sends invoices. Null until an administrator has entered it. */
export async function findSeller(db: Queryable): Promise<SellerRow | null> {
  const [row] = await db.select().from(billingSellers)
  return row ?? null
}

export async function getSeller({ db, clock }: Pick<Billing, 'db' | 'clock'>): Promise<BillingSellerView> {
  return sellerView(db, clock.now())
}

/** Sets who sends invoices. */
export async function setSeller(
  { db, clock, config }: Pick<Billing, 'db' | 'clock' | 'config'>,
  actor: Person,
  given: BillingSeller,
): Promise<BillingSellerView> {
  return db.transaction(async (tx) => {
    await takeLock(tx, 'billing seller')
    const at = clock.now()
    const before = await findSeller(tx)
    const { seriesPrefix, isReverseCharge, bankDetails, ...party } = given
    const values = { party, seriesPrefix, isReverseCharge, bankDetails, changedAt: at }
    if (before === null)
      await tx
        .insert(billingSellers)
        .values({ ...values, id: uuidv7(at.getTime()), timezone: config.BILLING_TIMEZONE })
    else await tx.update(billingSellers).set(values).where(eq(billingSellers.id, before.id))
    const changes = changesBetween(before === null ? {} : { ...bodyOf(before) }, { ...given })
    if (changes !== null)
      await recordOwnChange(tx, actor, { action: 'billing.seller.changed', ...changes }, at)
    return sellerView(tx, at)
  })
}

const MINUTE_MS = 60_000

/** Adds a version of a rate. It is valid from the next full minute on or later. @throws problem rate-in-past */
export async function addTaxRate(
  { db, clock }: Pick<Billing, 'db' | 'clock'>,
  actor: Person,
  given: BodyOf<(typeof billingCalls)['addTaxRate']>,
): Promise<BillingSellerView> {
  const now = clock.now()
  const asked = given.validFrom === undefined ? null : new Date(given.validFrom)
  if (asked !== null && asked < now) throw problem('rate-in-past')
  const nextMinute = (Math.floor(now.getTime() / MINUTE_MS) + 1) * MINUTE_MS
  const validFrom = new Date(Math.max(nextMinute, asked?.getTime() ?? 0))
  return db.transaction(async (tx) => {
    const added = await tx
      .insert(billingTaxRates)
      .values({ ...given, id: uuidv7(now.getTime()), validFrom })
      .onConflictDoNothing()
      .returning({ one: sql`1` })
    if (added.length === 0) throw problem('rate-in-past')
    const after = { ...given, validFrom: validFrom.toISOString() }
    await recordOwnChange(tx, actor, { action: 'billing.tax_rate.added', after }, now)
    return sellerView(tx, now)
  })
}

/** Records a change of the installation in the trails of the organizations of who made it. */
async function recordOwnChange(
  tx: Transaction,
  actor: Person,
  audit: NonNullable<Change['audit']>,
  at: Date,
): Promise<void> {
  for (const { id } of await organizationsOfPerson(tx, actor)) {
    const object = { type: 'organization' as const, id, name: (await organizationName(tx, id)) ?? '' }
    await recordChange(tx, { actor, scope: { organizationId: id } }, { object, audit }, at)
  }
}

async function sellerView(db: Queryable, now: Date): Promise<BillingSellerView> {
  const row = await findSeller(db)
  const { country, region, name, validFrom } = billingTaxRates
  const rates = await db
    .select()
    .from(billingTaxRates)
    .orderBy(asc(country), asc(sql`lower(${region})`), asc(name), asc(validFrom))
  const isReplaced = (rate: (typeof rates)[number], next: (typeof rates)[number] | undefined) =>
    next?.country === rate.country &&
    next.region.toLowerCase() === rate.region.toLowerCase() &&
    next.name === rate.name &&
    next.validFrom <= now
  return {
    seller: row === null ? null : bodyOf(row),
    taxRates: rates
      .filter((rate, n) => !isReplaced(rate, rates[n + 1]))
      .map((rate) => ({ ...rate, validFrom: rate.validFrom.toISOString() })),
  }
}

function bodyOf({ party, seriesPrefix, isReverseCharge, bankDetails }: SellerRow): BillingSeller {
  return { ...party, seriesPrefix, isReverseCharge, bankDetails }
}
