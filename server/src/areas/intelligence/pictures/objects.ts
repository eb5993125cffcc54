import type { PictureObject } from '@kinora/contract'
import { and, asc, eq, gte, lt } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { type ContentRef, partOf } from '../../library/index.ts'
import type { PictureBox } from '../text/tables.ts'
import { searchPassages } from '../transcripts/tables.ts'
import { termHash, termsOf } from '../transcripts/terms.ts'
import { pictureObjects } from './tables.ts'

/** An object in the picture of a shot, in milliseconds. */
export interface FoundObject {
  readonly atMs: number
  readonly startMs: number
  readonly endMs: number
  readonly label: string
  readonly confidence: number
  readonly box: PictureBox
}

const ROWS_AT_ONCE = 500

/** Deletes the objects that were found in a video. */
export async function deleteObjects(tx: Transaction, content: ContentRef): Promise<void> {
  const isOfObject = eq(searchPassages.place, 'objects')
  await tx.delete(pictureObjects).where(partOf(pictureObjects, content))
  await tx.delete(searchPassages).where(and(partOf(searchPassages, content), isOfObject))
}

/** Replaces the objects of a video, and makes them findable: a passage for each label and picture. */
export async function storeObjects(
  tx: Transaction,
  content: ContentRef,
  found: readonly FoundObject[],
): Promise<void> {
  await deleteObjects(tx, content)
  const { id: contentId, environmentId } = content
  const rows = found.map((each, number) => ({ environmentId, contentId, number, ...each }))
  for (let n = 0; n < rows.length; n += ROWS_AT_ONCE)
    await tx.insert(pictureObjects).values(rows.slice(n, n + ROWS_AT_ONCE))
  const labeled = new Map(found.map((each) => [`${each.atMs} ${each.label}`, each]))
  const passages = [...labeled.values()].map(({ label, atMs, endMs }, number) => {
    const terms = termsOf(label)
    return {
      environmentId,
      contentId,
      place: 'objects' as const,
      number,
      startMs: atMs,
      endMs,
      language: 'en',
      text: label,
      wordCount: terms.length,
      terms: [...new Set(terms.map((term) => termHash(environmentId, term)))],
    }
  })
  for (let n = 0; n < passages.length; n += ROWS_AT_ONCE)
    await tx.insert(searchPassages).values(passages.slice(n, n + ROWS_AT_ONCE))
}

/** The objects in the pictures of a video, or of a span of it, in order. */
export async function loadObjects(
  db: Queryable,
  content: ContentRef,
  span?: { readonly startMs: number; readonly endMs: number },
): Promise<PictureObject[]> {
  const { atMs, number } = pictureObjects
  const isInside = span && and(gte(atMs, span.startMs), lt(atMs, span.endMs))
  const rows = await db
    .select()
    .from(pictureObjects)
    .where(and(partOf(pictureObjects, content), isInside))
    .orderBy(asc(atMs), asc(number))
  return rows.map(({ startMs, endMs, atMs: at, label, confidence, box }) => ({
    start: startMs / 1000,
    end: endMs / 1000,
    at: at / 1000,
    label,
    confidence,
    box,
  }))
}
