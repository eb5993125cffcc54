import { lt, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { deliveryFlushes } from './tables.ts'

const KEPT_S = 7 * 86_400

/** Notes the number of the counts that a process stores. False if they are stored already.
 * @param number rises by one with each flush of the process */
export async function isNewFlush(
  tx: Transaction,
  processId: string,
  number: number,
  storedAt: Date,
): Promise<boolean> {
  const rows = await tx
    .insert(deliveryFlushes)
    .values({ processId, number, storedAt })
    .onConflictDoUpdate({
      target: deliveryFlushes.processId,
      set: { number, storedAt },
      setWhere: lt(deliveryFlushes.number, number),
    })
    .returning({ one: sql`1` })
  return rows.length > 0
}

/** Deletes the rows of processes that stored nothing for a week. */
export async function pruneFlushes(db: Database, now: Date): Promise<void> {
  await db.delete(deliveryFlushes).where(lt(deliveryFlushes.storedAt, addSeconds(now, -KEPT_S)))
}
