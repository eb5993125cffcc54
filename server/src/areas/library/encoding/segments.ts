import { and, asc, eq, gte, or } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { ContentRef } from '../contents/content-view.ts'
import { notifyPlayers } from '../contents/notify.ts'
import { contents, renditions } from '../contents/tables.ts'
import { ContentGone } from '../contents/workspace.ts'
import { renditionSegments, type SegmentList } from './tables.ts'

const MAX_IN_ROW = 1000

/** Adds segments of an attempt after the `first` ones, which are already recorded. @throws ContentGone */
export async function appendSegments(
  tx: Transaction,
  content: ContentRef,
  outputId: string,
  first: number,
  segments: SegmentList,
): Promise<void> {
  // Locked before a rendition, in the same order as deletion.
  const isContent = rowOf(contents, content)
  const found = await tx.select({ id: contents.id }).from(contents).where(isContent).for('key share')
  if (found.length === 0) throw new ContentGone()
  for (let from = 0; from < segments.length; from += MAX_IN_ROW) {
    const row = {
      contentId: content.id,
      outputId,
      first: first + from,
      segments: segments.slice(from, from + MAX_IN_ROW),
    }
    await tx.insert(renditionSegments).values(row)
  }
}

/**
 * Records segments of a rendition after the `first` ones, so that players see them. The cost does not depend on their
 * number.
 * @throws ContentGone also if another attempt has replaced the rendition
 */
export async function recordSegments(
  db: Database,
  content: ContentRef,
  outputId: string,
  first: number,
  segments: SegmentList,
  facts: { readonly codecs: string; readonly bitrate: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    await appendSegments(tx, content, outputId, first, segments)
    const rows = await tx
      .update(renditions)
      .set(facts)
      .where(eq(renditions.outputId, outputId))
      .returning({ id: renditions.id })
    if (rows.length === 0) throw new ContentGone()
    await notifyPlayers(tx, content)
  })
}

/** All segments of one output. */
export async function getSegments(db: Queryable, outputId: string): Promise<SegmentList> {
  return (await getSegmentsAfter(db, new Map([[outputId, 0]]))).get(outputId) ?? []
}

/** Segments by output id. @param known the number of segments of each output that the caller already has */
export async function getSegmentsAfter(
  db: Queryable,
  known: ReadonlyMap<string, number>,
): Promise<Map<string, SegmentList>> {
  const found = new Map<string, SegmentList>()
  if (known.size === 0) return found
  const { outputId, first, segments } = renditionSegments
  const rows = await db
    .select({ outputId, segments })
    .from(renditionSegments)
    .where(or(...[...known].map(([id, count]) => and(eq(outputId, id), gte(first, count)))))
    .orderBy(asc(outputId), asc(first))
  for (const row of rows) {
    const list = found.get(row.outputId) ?? []
    list.push(...row.segments)
    found.set(row.outputId, list)
  }
  return found
}
