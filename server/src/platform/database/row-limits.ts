import type { ProblemId } from '@kinora/contract'
import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { problem } from '../problem.ts'
import type { Transaction } from './database.ts'
import { takeLock } from './locks.ts'

interface RowLimit {
  /** Name of the lock that serializes insertions. Otherwise two simultaneous requests would both pass. */
  readonly lock: string
  readonly most: number
  /** Rows that are inserted: one by default. */
  readonly added?: number
  readonly problem: ProblemId
}

/** Asserts that this transaction may insert rows. @param where the rows that count
 * @throws the problem of the limit */
export async function assertBelowLimit(
  tx: Transaction,
  table: PgTable,
  where: SQL | undefined,
  limit: RowLimit,
): Promise<void> {
  await takeLock(tx, limit.lock)
  const { most, added = 1 } = limit
  const free = Math.max(0, most - (await tx.$count(table, where)))
  if (added <= free) return
  const detail = `${added} would be added, but only ${free} can be`
  throw problem(limit.problem, added === 1 ? {} : { detail })
}
