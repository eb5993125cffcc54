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
  readonly problem: ProblemId
}

/** Asserts that this transaction may insert another row. @param where the rows that count
 * @throws the problem of the limit */
export async function assertBelowLimit(
  tx: Transaction,
  table: PgTable,
  where: SQL | undefined,
  limit: RowLimit,
): Promise<void> {
  await takeLock(tx, limit.lock)
  if ((await tx.$count(table, where)) >= limit.most) throw problem(limit.problem)
}
