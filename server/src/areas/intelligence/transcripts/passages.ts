import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, asc, eq, ne } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { type ContentRef, partOf } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import { passageVectors, searchPassages, transcriptSentences, transcripts } from './tables.ts'
import { TERMS_VERSION, termHash, termsOf } from './terms.ts'

/** A passage ends after so many words. It has whole sentences. */
const PASSAGE_WORDS = 40
const ROWS_AT_ONCE = 500
const SENTENCES_AT_ONCE = 500
/** Transcripts that a sweep indexes. */
const SWEPT = 20

type PassageRow = typeof searchPassages.$inferInsert
type Sentence = Pick<typeof transcriptSentences.$inferSelect, 'startMs' | 'endMs' | 'speaker' | 'text'>

/** Replaces the passages of a transcript, in the transaction that changes it. */
export async function indexTranscript(tx: Transaction, content: ContentRef): Promise<void> {
  const [head] = await tx
    .select({ language: transcripts.language })
    .from(transcripts)
    .where(partOf(transcripts, content))
    .for('update')
  const isSpoken = eq(searchPassages.place, 'speech')
  await tx.delete(searchPassages).where(and(partOf(searchPassages, content), isSpoken))
  await tx.delete(passageVectors).where(partOf(passageVectors, content))
  if (head === undefined) return
  const { startMs, endMs, speaker, text } = transcriptSentences
  const sentences = await tx
    .select({ startMs, endMs, speaker, text })
    .from(transcriptSentences)
    .where(partOf(transcriptSentences, content))
    .orderBy(asc(startMs), asc(transcriptSentences.id))
  const rows = await passagesOf(content, head.language, sentences)
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tx.insert(searchPassages).values(rows.slice(at, at + ROWS_AT_ONCE))
  await tx
    .update(transcripts)
    .set({ passageCount: rows.length, termsVersion: TERMS_VERSION, vectorsVersion: 0 })
    .where(partOf(transcripts, content))
}

async function passagesOf(
  { id: contentId, environmentId }: ContentRef,
  language: string,
  sentences: readonly Sentence[],
): Promise<PassageRow[]> {
  const passages: PassageRow[] = []
  let open: Sentence[] = []
  let terms: string[] = []
  const end = () => {
    const text = open.map(textOf).join('\n')
    passages.push({
      environmentId,
      contentId,
      number: passages.length,
      startMs: open[0]?.startMs ?? 0,
      endMs: open.at(-1)?.endMs ?? 0,
      language,
      text,
      wordCount: terms.length,
      terms: [...new Set(terms.map((term) => termHash(environmentId, term)))],
    })
    open = []
    terms = []
  }
  for (const [n, sentence] of sentences.entries()) {
    open.push(sentence)
    terms.push(...termsOf(textOf(sentence)))
    if (terms.length >= PASSAGE_WORDS) end()
    // Hours of words would keep the event loop.
    if (n % SENTENCES_AT_ONCE === SENTENCES_AT_ONCE - 1) await nextTurn()
  }
  if (open.length > 0) end()
  return passages
}

/** A sentence with the name of who says it, so that names find what people say. */
export function textOf({ speaker, text }: Sentence): string {
  return speaker === null ? text : `${speaker}: ${text}`
}

/** Indexes transcripts that other rules have indexed, or none. For the sweep. */
export async function indexOutdated({ db }: Pick<Intelligence, 'db'>): Promise<void> {
  const { contentId: id, environmentId } = transcripts
  const isOutdated = ne(transcripts.termsVersion, TERMS_VERSION)
  const outdated = await db.select({ id, environmentId }).from(transcripts).where(isOutdated).limit(SWEPT)
  for (const content of outdated)
    await db.transaction(async (tx) => {
      const isStill = and(partOf(transcripts, content), isOutdated)
      const [row] = await tx.select({ id }).from(transcripts).where(isStill).for('update')
      if (row !== undefined) await indexTranscript(tx, content)
    })
}
