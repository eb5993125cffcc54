import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { renditions } from '../contents/tables.ts'
import { type OutputRows, scheduleOutputRemovals } from '../files/removals.ts'
import type { Library } from '../library.ts'
import { renditionSegments } from './tables.ts'

/**
 * Queues renditions again, each with a new output id, so that a worker that lost its lease cannot mix its files in.
 * Returns their number.
 */
export async function renewOutputs(
  library: Library,
  tx: Transaction,
  content: ContentRow,
  which: SQL | undefined,
): Promise<number> {
  const mine = and(eq(renditions.contentId, content.id), which)
  const old = await tx.select({ outputId: renditions.outputId }).from(renditions).where(mine).for('update')
  await tx
    .update(renditions)
    .set({
      outputId: sql`gen_random_uuid()`,
      status: 'queued',
      progress: 0,
      errorId: null,
      downloadErrorId: null,
      codecs: null,
      ended: false,
    })
    .where(mine)
  const outputIds = old.map(({ outputId }) => outputId)
  await scheduleOutputRemovals(library, tx, content, outputIds)
  return outputIds.length
}

/** The renditions and segments of an attempt. */
export const outputRows: OutputRows = {
  isUsed: async (db, outputId) => (await db.$count(renditions, eq(renditions.outputId, outputId))) > 0,
  async deleteSegments(db, outputId) {
    await db.delete(renditionSegments).where(eq(renditionSegments.outputId, outputId))
  },
}
