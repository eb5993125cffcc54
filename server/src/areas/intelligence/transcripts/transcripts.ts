import type { Transcript, TranscriptSentence, updateTranscriptBody } from '@kinora/contract'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import { type ContentRef, contentTitles, partOf } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import { indexTranscript } from './passages.ts'
import { retime } from './retime.ts'
import { type SentenceRow, transcriptSentences, transcripts } from './tables.ts'

/** The transcript of a video. @throws problem not-analyzed */
export async function getTranscript(db: Queryable, content: ContentRef): Promise<Transcript> {
  const transcript = await findTranscript(db, content)
  if (transcript === null) throw problem('not-analyzed')
  return transcript
}

/** The transcript of a video. Null if it has none. */
export async function findTranscript(db: Queryable, content: ContentRef): Promise<Transcript | null> {
  const [head] = await db.select().from(transcripts).where(partOf(transcripts, content))
  if (head === undefined) return null
  const rows = await db
    .select()
    .from(transcriptSentences)
    .where(partOf(transcriptSentences, content))
    .orderBy(asc(transcriptSentences.startMs), asc(transcriptSentences.id))
  const { contentId, language, quality, engine, updatedAt } = head
  return {
    contentId,
    language,
    quality,
    engine,
    sentences: rows.map(sentenceView),
    updatedAt: updatedAt.toISOString(),
  }
}

/** Changes sentences. @throws problem not-found for a sentence of another video, not-analyzed, changed-since */
export async function updateTranscript(
  intelligence: Pick<Intelligence, 'db' | 'clock'>,
  caller: Caller,
  content: ContentRef,
  { sentences, basedOn }: z.output<typeof updateTranscriptBody>,
): Promise<Transcript> {
  return changeTranscript(intelligence, caller, content, basedOn, async (tx) => {
    const ids = sentences.map(({ id }) => id)
    const rows = await tx
      .select()
      .from(transcriptSentences)
      .where(and(partOf(transcriptSentences, content), inArray(transcriptSentences.id, ids)))
    const known = new Map(rows.map((row) => [row.id, row]))
    for (const { id, text, speaker } of sentences) {
      const row = known.get(id)
      if (row === undefined) throw problem('not-found')
      const change = {
        ...(text !== undefined && text !== row.text && { text, words: retime(row, text) }),
        ...(speaker !== undefined && speaker !== row.speaker && { speaker }),
      }
      if (Object.keys(change).length === 0) continue
      await tx
        .update(transcriptSentences)
        .set({ ...change, isEdited: true })
        .where(oneOf(content, id))
    }
    return sentences.length
  })
}

/** Changes a transcript that nobody else has changed since, and records it.
 * @param change returns the number of changed sentences
 * @throws problem not-analyzed, changed-since */
export async function changeTranscript(
  { db, clock }: Pick<Intelligence, 'db' | 'clock'>,
  caller: Caller,
  content: ContentRef,
  basedOn: string | undefined,
  change: (tx: Transaction) => Promise<number>,
): Promise<Transcript> {
  return db.transaction(async (tx) => {
    const [head] = await tx.select().from(transcripts).where(partOf(transcripts, content)).for('update')
    if (head === undefined) throw problem('not-analyzed')
    if (basedOn !== undefined && new Date(basedOn).getTime() !== head.updatedAt.getTime())
      throw problem('changed-since')
    const sentences = await change(tx)
    const at = clock.now()
    await tx.update(transcripts).set({ updatedAt: at }).where(partOf(transcripts, content))
    await indexTranscript(tx, content)
    const { environmentId } = content
    const name = (await contentTitles(tx, environmentId, [content.id])).get(content.id) ?? ''
    const object = { type: 'analysis', id: content.id, name } as const
    const audit = { action: 'transcript.updated', after: { sentences } } as const
    await recordChange(tx, caller, { environmentId, object, audit }, at)
    return getTranscript(tx, content)
  })
}

/** Condition: a sentence of a video. */
export function oneOf(content: ContentRef, id: string) {
  return and(partOf(transcriptSentences, content), eq(transcriptSentences.id, id))
}

function sentenceView({
  id,
  startMs,
  endMs,
  speaker,
  text,
  words,
  isEdited,
}: SentenceRow): TranscriptSentence {
  return {
    id,
    start: startMs / 1000,
    end: endMs / 1000,
    speaker,
    text,
    words: words.map(([start, end, word, confidence]) => ({
      start: start / 1000,
      end: end / 1000,
      text: word,
      confidence,
    })),
    isEdited,
  }
}
