import { type splitSentenceBody, type Transcript, transcriptLimits } from '@kinora/contract'
import { and, asc, gt, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { problem } from '../../../platform/problem.ts'
import { type ContentRef, partOf } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import { type SentenceRow, transcriptSentences, type WordRow } from './tables.ts'
import { changeTranscript, oneOf } from './transcripts.ts'

type Context = Pick<Intelligence, 'db' | 'clock'>

/** Splits a sentence before a word. @throws problem not-found, not-analyzed, changed-since, sentence-not-split */
export function splitSentence(
  intelligence: Context,
  caller: Caller,
  content: ContentRef,
  id: string,
  { word, basedOn }: z.output<typeof splitSentenceBody>,
): Promise<Transcript> {
  return changeTranscript(intelligence, caller, content, basedOn, async (tx) => {
    const row = await lockSentence(tx, content, id)
    const [first, second] = [row.words.slice(0, word), row.words.slice(word)]
    const [end, start] = [first.at(-1), second[0]]
    if (end === undefined || start === undefined) throw problem('sentence-not-split')
    const [endMs, startMs] = [Math.max(row.startMs, end[1]), start[0]]
    await tx
      .update(transcriptSentences)
      .set({ ...partWith(first), endMs })
      .where(oneOf(content, id))
    const part = { ...row, ...partWith(second), id: uuidv7(intelligence.clock.now().getTime()), startMs }
    await tx.insert(transcriptSentences).values(part)
    return 2
  })
}

/** Merges a sentence with the next one. @throws problem not-found, not-analyzed, changed-since, sentence-not-merged */
export function mergeSentence(
  intelligence: Context,
  caller: Caller,
  content: ContentRef,
  id: string,
  basedOn: string | undefined,
): Promise<Transcript> {
  return changeTranscript(intelligence, caller, content, basedOn, async (tx) => {
    const row = await lockSentence(tx, content, id)
    const { startMs, id: ownId } = transcriptSentences
    const isAfter = gt(sql`(${startMs}, ${ownId})`, sql`(${row.startMs}::int, ${row.id}::uuid)`)
    const [next] = await tx
      .select()
      .from(transcriptSentences)
      .where(and(partOf(transcriptSentences, content), isAfter))
      .orderBy(asc(startMs), asc(ownId))
      .limit(1)
    const text = `${row.text} ${next?.text}`
    if (next === undefined || text.length > transcriptLimits.text) throw problem('sentence-not-merged')
    const words = [...row.words, ...next.words]
    const merged = { text, words, speaker: row.speaker ?? next.speaker, isEdited: true }
    await tx.delete(transcriptSentences).where(oneOf(content, next.id))
    await tx
      .update(transcriptSentences)
      .set({ ...merged, endMs: Math.max(row.endMs, next.endMs) })
      .where(oneOf(content, id))
    return 1
  })
}

async function lockSentence(tx: Transaction, content: ContentRef, id: string): Promise<SentenceRow> {
  const [row] = await tx.select().from(transcriptSentences).where(oneOf(content, id)).for('update')
  if (row === undefined) throw problem('not-found')
  return row
}

function partWith(words: readonly WordRow[]) {
  return { words: [...words], text: words.map(([, , text]) => text).join(' '), isEdited: true }
}
