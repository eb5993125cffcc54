import { and, eq, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { type AccountKind, billingAccounts } from '../tables.ts'

export interface Posting {
  /** Names the posting: a repeated key changes nothing. */
  readonly key: string
  readonly organizationId: string
  readonly kind: 'charge' | 'credit' | 'payment' | 'refund'
  readonly currency: string
  /** Amounts by account, which add up to zero. The wallet grows with positive amounts. */
  readonly lines: Readonly<Partial<Record<AccountKind, bigint>>>
  readonly note: string
  readonly at: Date
}

/** Posts a journal, once for each key. @returns its number
 * @throws Error of the database if the key was used for another content */
export async function post(tx: Transaction, posting: Posting): Promise<bigint> {
  const { key, organizationId, kind, currency, note, at } = posting
  const lines = Object.entries(posting.lines).map(([account, amount]) => ({
    account,
    amount: String(amount),
  }))
  const { rows } = await tx.execute<{ journal: string }>(sql`
    SELECT journal FROM billing_post(${key}, ${organizationId}, ${kind}, ${currency}, ${JSON.stringify(lines)}::jsonb,
      ${note}, ${at.toISOString()}::timestamptz)`)
  const [row] = rows
  if (row === undefined) throw new Error(`${key} was not posted`)
  return BigInt(row.journal)
}

export interface Balance {
  readonly balance: bigint
  /** Reserved by holds. */
  readonly held: bigint
}

/** The balance of an organization's wallet. It is in one row, so that it is exact. */
export async function balanceOf(db: Queryable, organizationId: string): Promise<Balance> {
  const { balance, held, kind } = billingAccounts
  const [row] = await db
    .select({ balance, held })
    .from(billingAccounts)
    .where(and(eq(billingAccounts.organizationId, organizationId), eq(kind, 'wallet')))
  return row ?? { balance: 0n, held: 0n }
}
