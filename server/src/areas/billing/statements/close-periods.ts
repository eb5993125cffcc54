import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { updateStanding } from '../accounts/standing.ts'
import { lockWallet } from '../accounts/wallets.ts'
import type { Billing } from '../billing.ts'
import { CLOSING_S, chargeOrganization } from '../charging/charge.ts'
import { post } from '../ledger/ledger.ts'
import type { Span } from '../pricing/periods.ts'
import { billingParts, type PartRow, type WalletRow } from '../tables.ts'
import { minimumOf } from './minimum.ts'
import { freezeStatement, movedIn } from './statements.ts'

type Closing = Pick<Billing, 'db' | 'clock' | 'config' | 'log'>

/** Organizations of one sweep. */
const AT_ONCE = 200
/** Batches of records that are charged before the periods of an organization close. The next sweep goes on. */
const MAX_BATCHES = 20

/** Closes the periods that ended more than a day ago, each with a statement. Those of organizations whose books do not add up wait.
 * An organization that fails does not stop the others. */
export async function closePeriods(billing: Closing): Promise<void> {
  let failure: unknown = null
  for (const organizationId of await organizationsToClose(billing)) {
    try {
      await closeOrganization(billing, organizationId)
    } catch (error) {
      billing.log.error({ err: error, organizationId }, 'a period was not closed')
      failure ??= error
    }
  }
  if (failure !== null) throw failure
}

/** Organizations with periods to close. Those that used nothing lately may have none for the last period yet: charging begins it. */
async function organizationsToClose({ db, clock }: Closing): Promise<string[]> {
  const until = addSeconds(clock.now(), -CLOSING_S).toISOString()
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM (
      SELECT organization_id AS id FROM billing_parts
      WHERE closed_at IS NULL AND period_ends_at <= ${until}::timestamptz
      UNION SELECT organization_id FROM billing_wallets AS wallets
      WHERE NOT EXISTS (SELECT FROM billing_parts AS parts
        WHERE parts.organization_id = wallets.organization_id AND parts.ends_at > ${until}::timestamptz)) AS due
    WHERE NOT EXISTS (SELECT FROM billing_faulty AS faulty WHERE faulty.organization_id = due.id)
    ORDER BY id LIMIT ${AT_ONCE}`)
  return rows.map(({ id }) => id)
}

/** Closes the periods of an organization that are over, oldest first, after all that is known of them is charged. */
export async function closeOrganization(billing: Closing, organizationId: string): Promise<void> {
  for (let batch = 1; await chargeOrganization(billing, organizationId); batch++)
    if (batch === MAX_BATCHES) return
  while (await closePeriod(billing, organizationId));
}

/** Closes the oldest open period that is over. All of it is one transaction, so a crash repeats nothing and leaves nothing out.
 * @returns whether there was one */
async function closePeriod(billing: Closing, organizationId: string): Promise<boolean> {
  return billing.db.transaction(async (tx) => {
    const wallet = await lockWallet(tx, billing, organizationId)
    const now = billing.clock.now()
    const parts = await partsToClose(tx, organizationId, now)
    const [first] = parts
    if (first === undefined) return false
    const period = { startsAt: first.periodStartsAt, endsAt: first.periodEndsAt }
    await tx
      .update(billingParts)
      .set({ closedAt: now })
      .where(
        and(
          eq(billingParts.organizationId, organizationId),
          eq(billingParts.periodStartsAt, period.startsAt),
        ),
      )
    // Parts from before the wallet was opened exist only for late usage.
    if (period.endsAt <= wallet.openedAt) return true
    const minimum = await chargeMinimum(tx, wallet, parts, period, now)
    if (minimum > 0n || (await movedIn(tx, organizationId, period)))
      await freezeStatement(billing, tx, wallet, period, minimum, now)
    return true
  })
}

async function partsToClose(db: Queryable, organizationId: string, now: Date): Promise<PartRow[]> {
  const isOwn = eq(billingParts.organizationId, organizationId)
  const { periodStartsAt, periodEndsAt, closedAt } = billingParts
  const [oldest] = await db
    .select({ startsAt: periodStartsAt })
    .from(billingParts)
    .where(and(isOwn, isNull(closedAt), lte(periodEndsAt, addSeconds(now, -CLOSING_S))))
    .orderBy(asc(periodStartsAt))
    .limit(1)
  if (oldest === undefined) return []
  return db
    .select()
    .from(billingParts)
    .where(and(isOwn, eq(periodStartsAt, oldest.startsAt)))
    .orderBy(asc(billingParts.part))
}

/** Charges what a period cost less than its minimum. @returns the difference */
async function chargeMinimum(
  tx: Transaction,
  wallet: WalletRow,
  parts: readonly PartRow[],
  { startsAt }: Span,
  now: Date,
): Promise<bigint> {
  const { organizationId, currency } = wallet
  const least = minimumOf(parts, wallet.openedAt)
  if (least === 0n) return 0n
  const { rows } = await tx.execute<{ charged: string }>(sql`
    SELECT coalesce(sum(charges.amount), 0) AS charged FROM billing_charges AS charges
    JOIN billing_parts AS parts ON parts.organization_id = charges.organization_id AND parts.part = charges.charged_in
    WHERE charges.organization_id = ${organizationId} AND parts.period_starts_at = ${startsAt.toISOString()}::timestamptz`)
  const missing = least - BigInt(rows[0]?.charged ?? 0)
  if (missing <= 0n) return 0n
  await post(tx, {
    key: `minimum:${organizationId}:${startsAt.toISOString()}`,
    organizationId,
    kind: 'minimum',
    currency,
    lines: { wallet: -missing, revenue: missing },
    note: '',
    at: now,
  })
  await updateStanding(tx, wallet, now)
  return missing
}
