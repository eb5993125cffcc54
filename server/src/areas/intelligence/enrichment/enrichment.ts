import { cutText, type SuggestedMetadata } from '@kinora/contract'
import { asc } from 'drizzle-orm'
import { problem } from '../../../platform/problem.ts'
import { tasksOf } from '../../../platform/workers/workers.ts'
import { type ContentRef, partOf } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import { transcriptSentences, transcripts } from '../transcripts/tables.ts'

const task = tasksOf<typeof import('./enrichment-tasks.ts')>(
  new URL('./enrichment-tasks.ts', import.meta.url),
)

const MOST_TITLE = 90
const MOST_DESCRIPTION = 1000

/** Suggests metadata from the transcript of a video. @throws problem not-analyzed */
export async function suggestMetadata(
  { db, workers }: Pick<Intelligence, 'db' | 'workers'>,
  content: ContentRef,
): Promise<SuggestedMetadata> {
  const [head] = await db.select().from(transcripts).where(partOf(transcripts, content))
  if (head === undefined) throw problem('not-analyzed')
  const { startMs, endMs, words, id } = transcriptSentences
  const sentences = await db
    .select({ startMs, endMs, words })
    .from(transcriptSentences)
    .where(partOf(transcriptSentences, content))
    .orderBy(asc(startMs), asc(id))
  const { line, summary, keywords, names, chapters } = await workers.run(task('extract'), sentences)
  const description = summary.map(sentenceOf).join(' ')
  return {
    contentId: content.id,
    language: head.language,
    quality: head.quality,
    title: line === null ? null : titleOf(line),
    description: description === '' ? null : cutText(description, MOST_DESCRIPTION),
    tags: keywords,
    names,
    chapters: chapters.map(({ startS, topics }) => ({
      start: startS,
      title: capitalized(topics.join(', ')),
    })),
  }
}

/** A sentence as a title: without its last mark, cut between words. */
function titleOf(line: string): string {
  const plain = capitalized(line).replace(/[.।。]+$/u, '')
  const short = cutText(plain, MOST_TITLE)
  return short === plain ? plain : `${short.replace(/\s+\S*$/u, '')}…`
}

/** A sentence with a capital letter and a mark at its end: drafts have neither. */
function sentenceOf(line: string): string {
  return /[\p{P}]$/u.test(line) ? capitalized(line) : `${capitalized(line)}.`
}

function capitalized(text: string): string {
  const [first = '', ...rest] = text
  return first.toLocaleUpperCase() + rest.join('')
}
