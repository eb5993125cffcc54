import type { AiClip } from '@kinora/contract'
import { and, asc, gt, lt, or } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { type ContentRef, contentTitles, partOf } from '../../library/index.ts'
import { retime } from '../transcripts/retime.ts'
import { type SentenceRow, transcriptSentences, type WordRow } from '../transcripts/tables.ts'
import type { AiClipRow } from './tables.ts'

/** AI clips of one video as in responses, with what is said in them. */
export async function viewClips(
  db: Queryable,
  content: ContentRef,
  rows: readonly AiClipRow[],
): Promise<AiClip[]> {
  const published = rows.flatMap(({ publishedContentId: id }) => (id === null ? [] : [id]))
  const [words, titles] = await Promise.all([
    wordsIn(db, content, rows),
    published.length === 0 ? new Map() : contentTitles(db, content.environmentId, published),
  ])
  return rows.map((row) => {
    const { id, contentId, startMs, endMs, title, state, score, isEdited, createdBy } = row
    const { publishedContentId } = row
    return {
      id,
      contentId,
      start: startMs / 1000,
      end: endMs / 1000,
      title,
      state,
      strength: score,
      parts: [...row.parts],
      reasons: row.reasons.map(({ name, words: about }) => ({ name, words: [...about] })),
      text: words
        .filter(([from, to]) => from >= startMs && to <= endMs)
        .map(([, , text]) => text)
        .join(' '),
      isEdited,
      createdBy,
      publishedContentId:
        publishedContentId !== null && titles.has(publishedContentId) ? publishedContentId : null,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    }
  })
}

export async function viewClip(db: Queryable, content: ContentRef, row: AiClipRow): Promise<AiClip> {
  const [clip] = await viewClips(db, content, [row])
  if (clip === undefined) throw new Error('a row has no view')
  return clip
}

/** The words of a video around these spans, in order. */
export async function wordsIn(
  db: Queryable,
  content: ContentRef,
  spans: readonly Pick<AiClipRow, 'startMs' | 'endMs'>[],
): Promise<readonly WordRow[]> {
  if (spans.length === 0) return []
  const { startMs, endMs, id } = transcriptSentences
  const isNear = or(...spans.map((span) => and(lt(startMs, span.endMs), gt(endMs, span.startMs))))
  const rows = await db
    .select()
    .from(transcriptSentences)
    .where(and(partOf(transcriptSentences, content), isNear))
    .orderBy(asc(startMs), asc(id))
  return rows.flatMap(timedWords).sort((a, b) => a[0] - b[0])
}

/** The words of a sentence. One that came without them gets them from its text. */
export function timedWords(sentence: SentenceRow): readonly WordRow[] {
  return sentence.words.length > 0 ? sentence.words : retime(sentence, sentence.text)
}
