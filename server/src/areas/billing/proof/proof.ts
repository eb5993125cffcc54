import type { BillingProof } from '@kinora/contract'
import { asc, count, desc, eq, gt, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { usageRecords } from '../../../platform/usage/tables.ts'
import type { Billing } from '../billing.ts'
import { billingFaulty, billingProofs, billingWallets, type Fault } from '../tables.ts'
import { bookFaults } from './books.ts'
import { ledgerFaults } from './ledger-faults.ts'

const DAY_S = 86_400
const HOUR_S = 3600
/** Organizations that are read at once. */
const PAGE = 500
/** Faults that are listed, in all and of one organization. */
const MAX_FAULTS = 1000
const MAX_OF_ONE = 10

/** Checks the books of all organizations once a day; once an hour while something does not add up. */
export async function proveDaily(billing: Billing): Promise<void> {
  const { db, clock } = billing
  const last = await lastProof(db)
  const everyS = last !== undefined && last.faults.length > 0 ? HOUR_S : DAY_S
  const now = clock.now()
  // A proof from the future: the clock was set back.
  const isFresh = last !== undefined && last.checkedAt <= now && now < addSeconds(last.checkedAt, everyS)
  if (isFresh) return
  await prove(billing)
}

/** Checks the books of all organizations: entries, journals, holds, sums of usage and charges. An organization that cannot be
 * checked does not stop the others. */
export async function prove(billing: Pick<Billing, 'db' | 'clock' | 'log'>): Promise<readonly Fault[]> {
  const { db, clock, log } = billing
  const faults: Fault[] = []
  let accounts = 0
  for await (const organizationId of organizationsWithWallet(db)) {
    accounts += 1
    const found = await faultsOf(billing, organizationId)
    for (const fault of found) log.error(fault, 'the books of an organization do not add up')
    faults.push(...found)
  }
  const checkedAt = clock.now()
  await db.insert(billingProofs).values({ checkedAt, accounts, faults: faults.slice(0, MAX_FAULTS) })
  return faults
}

/** Checks the books of an organization, and notes whether they add up. */
async function faultsOf(
  { db, clock, log }: Pick<Billing, 'db' | 'clock' | 'log'>,
  organizationId: string,
): Promise<Fault[]> {
  try {
    // One snapshot, in which charges are whole.
    const found = await db.transaction(
      async (tx) => [...(await ledgerFaults(tx, organizationId)), ...(await bookFaults(tx, organizationId))],
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    await noteFaulty(db, organizationId, found.length > 0, clock.now())
    const more = found.length - MAX_OF_ONE
    const listed = more > 0 ? [...found.slice(0, MAX_OF_ONE), `and ${more} more`] : found
    return listed.map((what) => ({ organizationId, kind: 'wrong', what }))
  } catch (error) {
    log.error({ err: error, organizationId }, 'the books of an organization could not be checked')
    return [{ organizationId, kind: 'not-checked', what: 'not checked, because the check failed' }]
  }
}

/** Notes whether books add up. What is noted stays while an organization cannot be checked. */
async function noteFaulty(db: Database, organizationId: string, isFaulty: boolean, since: Date) {
  if (isFaulty) await db.insert(billingFaulty).values({ organizationId, since }).onConflictDoNothing()
  else await db.delete(billingFaulty).where(eq(billingFaulty.organizationId, organizationId))
}

async function* organizationsWithWallet(db: Database): AsyncGenerator<string> {
  const id = billingWallets.organizationId
  for (let after: string | null = null; ; ) {
    const isNext = after === null ? undefined : gt(id, after)
    const rows: { id: string }[] = await db
      .select({ id })
      .from(billingWallets)
      .where(isNext)
      .orderBy(asc(id))
      .limit(PAGE)
    for (const row of rows) yield row.id
    after = rows.at(-1)?.id ?? null
    if (rows.length < PAGE) return
  }
}

async function lastProof(db: Queryable) {
  const [row] = await db.select().from(billingProofs).orderBy(desc(billingProofs.id)).limit(1)
  return row
}

/** Organizations whose books did not add up when they were last checked. Kept apart from the list of faults, which is limited. */
export async function faultyOrganizations(db: Queryable): Promise<ReadonlySet<string>> {
  const rows = await db.select({ id: billingFaulty.organizationId }).from(billingFaulty)
  return new Set(rows.map(({ id }) => id))
}

export async function getProof({ db }: Billing): Promise<BillingProof> {
  const last = await lastProof(db)
  const [held] = await db.select({ records: count() }).from(usageRecords).where(eq(usageRecords.isHeld, true))
  return {
    checkedAt: last?.checkedAt.toISOString() ?? null,
    accounts: last?.accounts ?? 0,
    faults: last?.faults.map(({ organizationId, what }) => `${organizationId}: ${what}`) ?? [],
    heldRecords: held?.records ?? 0,
  }
}

const KEPT_DAYS = 400

/** Deletes old results. */
export async function pruneProofs({ db, clock }: Billing): Promise<void> {
  const until = addSeconds(clock.now(), -KEPT_DAYS * DAY_S)
  await db.delete(billingProofs).where(sql`${billingProofs.checkedAt} < ${until.toISOString()}::timestamptz`)
}
