import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { renditions } from '../contents/tables.ts'
import { removeSuperseded } from '../files/removals.ts'
import type { Library } from '../library.ts'

/**
 * Queues renditions anew, each with a place of its own where nobody has written yet, so that a worker that lost its
 * lease cannot mix its files in. Answers how many.
 */
export async function renewPlaces(
  library: Library,
  tx: Transaction,
  content: ContentRow,
  which: SQL | undefined,
): Promise<number> {
  const mine = and(eq(renditions.contentId, content.id), which)
  const old = await tx.select({ filesId: renditions.filesId }).from(renditions).where(mine).for('update')
  await tx
    .update(renditions)
    .set({
      filesId: sql`gen_random_uuid()`,
      status: 'queued',
      progress: 0,
      errorId: null,
      downloadErrorId: null,
      codecs: null,
      ended: false,
    })
    .where(mine)
  const filesIds = old.map(({ filesId }) => filesId)
  await removeSuperseded(library, tx, content, filesIds)
  return filesIds.length
}
