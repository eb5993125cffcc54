import type { BillingProof } from '@kinora/contract'
import { asc, count, desc, eq, gt, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { usageRecords } from '../../../platform/usage/tables.ts'
import type { Billing } from '../billing.ts'
import { billingProofs, billingWallets, type Fault } from '../tables.ts'
import { bookFaults } from './books.ts'
import { ledgerFaults } from './ledger-faults.ts'

const DAY_S = 86_400
const HOUR_S = 3600
/** Organizations that are read at once. */
const PAGE = 500
/** Faults that are stored. */
const MAX_FAULTS = 1000

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

/** Checks the books of all organizations: entries, journals, holds, sums of usage and charges. */
export async function prove({
  db,
  clock,
  log,
}: Pick<Billing, 'db' | 'clock' | 'log'>): Promise<readonly Fault[]> {
  const faults: Fault[] = []
  let accounts = 0
  for await (const organizationId of organizationsWithWallet(db)) {
    accounts += 1
    // One snapshot, in which charges are whole.
    const found = await db.transaction(
      async (tx) => [...(await ledgerFaults(tx, organizationId)), ...(await bookFaults(tx, organizationId))],
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    faults.push(...found.map((what) => ({ organizationId, what })))
  }
  for (const fault of faults) log.error(fault, 'the books of an organization do not add up')
  const checkedAt = clock.now()
  await db.insert(billingProofs).values({ checkedAt, accounts, faults: faults.slice(0, MAX_FAULTS) })
  return faults
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

/** Organizations whose books did not add up at the last check. */
export async function faultyOrganizations(db: Queryable): Promise<ReadonlySet<string>> {
  const last = await lastProof(db)
  return new Set(last?.faults.map(({ organizationId }) => organizationId))
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
