import { and, asc, eq, gte, or } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { contents } from '../contents/tables.ts'
import { ContentGone } from '../files/work.ts'
import { renditionSegments, type SegmentList } from './tables.ts'

/** Where the files of a rendition's attempt are. */
export interface Output {
  readonly contentId: string
  readonly outputId: string
}

const MAX_IN_ROW = 1000

/** Adds segments after the `first` ones, which are recorded already. @throws ContentGone */
export async function appendSegments(
  tx: Transaction,
  { contentId, outputId }: Output,
  first: number,
  segments: SegmentList,
): Promise<void> {
  // Before the caller locks a rendition: deletion locks the content first as well.
  const isContent = eq(contents.id, contentId)
  const found = await tx.select({ id: contents.id }).from(contents).where(isContent).for('key share')
  if (found.length === 0) throw new ContentGone()
  for (let from = 0; from < segments.length; from += MAX_IN_ROW) {
    const row = {
      contentId,
      outputId,
      first: first + from,
      segments: segments.slice(from, from + MAX_IN_ROW),
    }
    await tx.insert(renditionSegments).values(row)
  }
}

/** All segments of one output. */
export async function segmentsOf(db: Queryable, outputId: string): Promise<SegmentList> {
  return (await segmentsAfter(db, new Map([[outputId, 0]]))).get(outputId) ?? []
}

/**
 * Segments by output id.
 * @param known how many of the first segments of each output the caller has already
 */
export async function segmentsAfter(
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
