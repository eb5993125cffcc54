import type { PictureText } from '@kinora/contract'
import type { TextLine } from '@kinora/media'
import { and, asc, eq, gte, lt, max } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { type ContentRef, partOf } from '../../library/index.ts'
import { searchPassages } from '../transcripts/tables.ts'
import { termHash, termsOf } from '../transcripts/terms.ts'
import { type PictureTextRow, pictureTexts } from './tables.ts'

/** The picture of a shot, in milliseconds. */
interface ReadPicture {
  readonly atMs: number
  readonly startMs: number
  readonly endMs: number
}

const isOfText = eq(searchPassages.place, 'text')

/** Deletes the text that was found in the pictures of a video. */
export async function deleteTexts(tx: Transaction, content: ContentRef): Promise<void> {
  await tx.delete(pictureTexts).where(partOf(pictureTexts, content))
  await tx.delete(searchPassages).where(and(partOf(searchPassages, content), isOfText))
}

/** Stores the lines of a picture, and makes them findable: a passage for each language. */
export async function storeTexts(
  tx: Transaction,
  content: ContentRef,
  { atMs, startMs, endMs }: ReadPicture,
  lines: readonly TextLine[],
): Promise<void> {
  if (lines.length === 0) return
  const { id: contentId, environmentId } = content
  const rows = lines.map(({ text, language, confidence, box }, number) => ({
    environmentId,
    contentId,
    atMs,
    number,
    startMs,
    endMs,
    text,
    language,
    confidence: Math.round(confidence * 100) / 100,
    box,
  }))
  await tx.insert(pictureTexts).values(rows)
  const [last] = await tx
    .select({ number: max(searchPassages.number) })
    .from(searchPassages)
    .where(and(partOf(searchPassages, content), isOfText))
  const languages = [...new Set(lines.map(({ language }) => language))]
  const passages = languages.map((language, n) => {
    const own = lines.filter((line) => line.language === language).map(({ text }) => text)
    const terms = own.flatMap(termsOf)
    return {
      environmentId,
      contentId,
      place: 'text' as const,
      number: (last?.number ?? -1) + 1 + n,
      startMs: atMs,
      endMs,
      language,
      text: own.join('\n'),
      wordCount: terms.length,
      terms: [...new Set(terms.map((term) => termHash(environmentId, term)))],
    }
  })
  await tx.insert(searchPassages).values(passages)
}

/** The text in the pictures of a video, or of a span of it, in order. */
export async function loadTexts(
  db: Queryable,
  content: ContentRef,
  span?: { readonly startMs: number; readonly endMs: number },
): Promise<PictureText[]> {
  const { atMs, number } = pictureTexts
  const isInside = span && and(gte(atMs, span.startMs), lt(atMs, span.endMs))
  const rows = await db
    .select()
    .from(pictureTexts)
    .where(and(partOf(pictureTexts, content), isInside))
    .orderBy(asc(atMs), asc(number))
  return rows.map(textView)
}

function textView(row: PictureTextRow): PictureText {
  const { startMs, endMs, atMs, text, language, confidence, box } = row
  return { start: startMs / 1000, end: endMs / 1000, at: atMs / 1000, text, language, confidence, box }
}
