import { and, eq, inArray, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { updateStanding } from '../accounts/standing.ts'
import { lockWallet } from '../accounts/wallets.ts'
import type { Billing } from '../billing.ts'
import { dueHolds, releaseHolds } from '../ledger/holds.ts'
import { post } from '../ledger/ledger.ts'
import { amountBetween } from '../pricing/stored-price.ts'
import { billingCharges, billingParts, type PartRow, type WalletRow } from '../tables.ts'
import { lastCharges } from './last-charges.ts'
import { beginPart, isContinued, lastPart, nextPart } from './parts.ts'
import { takeRecords, type UsedUnits } from './take-records.ts'

/** A period takes the usage that arrives until this long after its end. Later usage is an adjustment in the current one. */
export const CLOSING_S = 86_400
/** Records in a transaction. */
const BATCH = 5000

/** Charges new usage of an organization: gives each record its part of a period, and posts the difference that it makes to the
 * price of the total. All of it is one transaction, so a crash repeats nothing and leaves nothing out.
 * @returns whether more is left */
export async function chargeOrganization(
  billing: Pick<Billing, 'db' | 'clock' | 'config'>,
  organizationId: string,
): Promise<boolean> {
  return billing.db.transaction(async (tx) => {
    const wallet = await lockWallet(tx, billing, organizationId)
    const now = billing.clock.now()
    // Read before the records, which are therefore at least those of the work that these holds were for.
    const due = await dueHolds(tx, organizationId)
    const isMore = await chargeBatches(tx, wallet, now)
    if (!isMore) await releaseHolds(tx, due)
    await updateStanding(tx, wallet, now)
    return isMore
  })
}

/** Begins the parts up to now, and charges records. Before a part that continues the last one begins, all that occurred before it
 * is charged, in as many transactions as that takes. @returns whether more is left */
async function chargeBatches(tx: Transaction, wallet: WalletRow, now: Date): Promise<boolean> {
  const { organizationId } = wallet
  let last = await lastPart(tx, organizationId)
  let next = await nextPart(tx, wallet, last, now)
  while (next !== null) {
    if (isContinued(last, next) && (await chargeBatch(tx, wallet, last, now, next.startsAt))) return true
    last = await beginPart(tx, organizationId, next, last)
    next = await nextPart(tx, wallet, last, now)
  }
  if (last === undefined) throw new Error('a wallet has no part')
  return chargeBatch(tx, wallet, last, now, null)
}

/** @returns whether more may be left */
async function chargeBatch(
  tx: Transaction,
  wallet: WalletRow,
  current: PartRow,
  now: Date,
  before: Date | null,
): Promise<boolean> {
  const { records, used } = await takeRecords(tx, wallet, now, BATCH, before)
  await chargeUnits(tx, wallet, current, used, now)
  return records === BATCH
}

async function chargeUnits(
  tx: Transaction,
  { organizationId, currency }: WalletRow,
  current: PartRow,
  used: readonly UsedUnits[],
  now: Date,
): Promise<void> {
  if (used.length === 0) return
  const parts = await partsOfUsage(tx, organizationId, used)
  const known = await lastCharges(tx, organizationId, used)
  const charges = used.map(({ part: number, meter, units }) => {
    const part = parts.find((each) => each.part === number)
    if (part === undefined) throw new Error(`part ${number} is missing`)
    const last = known.find((each) => each.part === number && each.meter === meter)
    const totalBefore = last?.totalAfter ?? BigInt(part.carried[meter] ?? 0)
    const totalAfter = totalBefore + units
    const amount = amountBetween(part.prices[meter], totalBefore, totalAfter)
    const isOpen = part.closedAt === null && now < addSeconds(part.periodEndsAt, CLOSING_S)
    const chargedIn = isOpen ? number : current.part
    return {
      part: number,
      meter,
      number: (last?.number ?? 0) + 1,
      totalBefore,
      totalAfter,
      amount,
      chargedIn,
    }
  })
  const sum = charges.reduce((total, { amount }) => total + amount, 0n)
  const [first] = charges
  const key = `charge:${organizationId}:${first?.part}:${first?.meter}:${first?.number}`
  const lines = { wallet: -sum, revenue: sum }
  const journalId =
    sum === 0n
      ? null
      : await post(tx, { key, organizationId, kind: 'charge', currency, lines, note: '', at: now })
  await tx
    .insert(billingCharges)
    .values(charges.map((charge) => ({ ...charge, organizationId, journalId, chargedAt: now })))
  for (const [part, own] of Map.groupBy(charges, ({ chargedIn }) => chargedIn)) {
    const spent = own.reduce((total, { amount }) => total + amount, 0n)
    await tx
      .update(billingParts)
      .set({ spent: sql`${billingParts.spent} + ${spent}` })
      .where(and(eq(billingParts.organizationId, organizationId), eq(billingParts.part, part)))
  }
}

function partsOfUsage(
  tx: Transaction,
  organizationId: string,
  used: readonly UsedUnits[],
): Promise<PartRow[]> {
  const numbers = [...new Set(used.map(({ part }) => part))]
  return tx
    .select()
    .from(billingParts)
    .where(and(eq(billingParts.organizationId, organizationId), inArray(billingParts.part, numbers)))
}

/** Organizations whose usage is not charged yet or whose holds wait for that, and those whose standing changes with time. */
export async function organizationsToCharge(billing: Pick<Billing, 'db'>): Promise<string[]> {
  const { rows } = await billing.db.execute<{ id: string }>(sql`
    SELECT DISTINCT organization_id AS id FROM usage_records WHERE part IS NULL AND NOT is_held
    UNION SELECT DISTINCT organization_id FROM billing_holds WHERE state = 'due'
    UNION SELECT organization_id FROM billing_wallets WHERE status = 'empty'
    UNION SELECT organization_id FROM usage_refusals`)
  return rows.map(({ id }) => id)
}
