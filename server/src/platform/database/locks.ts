import { sql } from 'drizzle-orm'
import type { Transaction } from './database.ts'

/** Takes an advisory lock until the transaction ends. Other transactions that take a lock with the same name wait. */
export async function takeLock(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
