import { and, eq, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import { inBatches } from '../../../platform/jobs/in-batches.ts'
import { usagePruned } from '../../../platform/usage/tables.ts'
import type { Billing } from '../billing.ts'

/** Records of a part are kept for this time after its end. Longer than the 60 days in which late usage still comes into it. */
const KEPT_DAYS = 75
const DAY_S = 86_400
/** Records that are deleted by one statement. */
const BATCH = 10_000
/** Parts that are pruned by one sweep. */
const MAX_PARTS = 1000

type Pruning = Pick<Billing, 'db' | 'clock'>

/** Deletes charged records of parts that ended long ago: the sums of days and the charges stay. Records of organizations whose books
 * do not add up are kept, because they show what is wrong. */
export async function pruneRecords({ db, clock }: Pruning): Promise<void> {
  const until = addSeconds(clock.now(), -KEPT_DAYS * DAY_S).toISOString()
  const { rows } = await db.execute<{ organization_id: string; part: number }>(sql`
    SELECT organization_id, part FROM billing_parts AS parts
    WHERE ends_at < ${until}::timestamptz
      AND NOT EXISTS (SELECT FROM usage_pruned AS pruned
        WHERE (pruned.organization_id, pruned.part) = (parts.organization_id, parts.part) AND pruned.is_done)
      AND NOT EXISTS (SELECT FROM billing_faulty AS faulty WHERE faulty.organization_id = parts.organization_id)
    ORDER BY ends_at LIMIT ${MAX_PARTS}`)
  const parts = rows[Symbol.iterator]()
  // One part after the other, until the time of a sweep is over.
  await inBatches(1, async () => {
    const { value: next } = parts.next()
    if (next === undefined) return 0
    await prunePart({ db, clock }, next.organization_id, next.part)
    return 1
  })
}

async function prunePart({ db, clock }: Pruning, organizationId: string, part: number): Promise<void> {
  // Noted before the first record is deleted, so that the proof does not miss records that are gone.
  await db
    .insert(usagePruned)
    .values({ organizationId, part, prunedAt: clock.now(), isDone: false })
    .onConflictDoNothing()
  let last = BATCH
  await inBatches(BATCH, async () => {
    const { rowCount } = await db.execute(sql`
      DELETE FROM usage_records WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM usage_records WHERE organization_id = ${organizationId} AND part = ${part} LIMIT ${BATCH}))`)
    last = rowCount ?? 0
    return last
  })
  if (last < BATCH)
    await db
      .update(usagePruned)
      .set({ isDone: true })
      .where(and(eq(usagePruned.organizationId, organizationId), eq(usagePruned.part, part)))
}
