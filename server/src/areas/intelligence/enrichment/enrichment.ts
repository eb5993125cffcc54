import { cutText, type SuggestedMetadata } from '@kinora/contract'
import type { ExtractedMetadata } from '@kinora/media'
import { asc } from 'drizzle-orm'
import { problem } from '../../../platform/problem.ts'
import { tasksOf } from '../../../platform/workers/workers.ts'
import { type ContentRef, partOf } from '../../library/index.ts'
import { EngineFailure } from '../engines/engine-server.ts'
import type { Intelligence } from '../intelligence.ts'
import { transcriptSentences, transcripts } from '../transcripts/tables.ts'
import type { extract } from './enrichment-tasks.ts'
import { languageModel } from './language-model.ts'
import { MOST_DESCRIPTION, type SpokenSentence, type Written, writeMetadata } from './written.ts'

const task = tasksOf<typeof import('./enrichment-tasks.ts')>(
  new URL('./enrichment-tasks.ts', import.meta.url),
)

const MOST_TITLE = 90

type Context = Pick<Intelligence, 'db' | 'workers' | 'config' | 'log'>
type Suggestions = Omit<SuggestedMetadata, 'contentId' | 'language' | 'quality'>

/** Suggests metadata from the transcript of a video. A language model of the settings writes it.
 * @throws problem not-analyzed */
export async function suggestMetadata(context: Context, content: ContentRef): Promise<SuggestedMetadata> {
  const { db } = context
  const [head] = await db.select().from(transcripts).where(partOf(transcripts, content))
  if (head === undefined) throw problem('not-analyzed')
  const { startMs, endMs, words, text, id } = transcriptSentences
  const sentences = await db
    .select({ startMs, endMs, words, text })
    .from(transcriptSentences)
    .where(partOf(transcriptSentences, content))
    .orderBy(asc(startMs), asc(id))
  const suggestions = await suggest(context, sentences, head.language)
  return { contentId: content.id, language: head.language, quality: head.quality, ...suggestions }
}

type Sentence = SpokenSentence & Parameters<typeof extract>[0][number]

async function suggest(
  { config, log, workers }: Context,
  sentences: readonly Sentence[],
  language: string,
): Promise<Suggestions> {
  const extracted = extractedSuggestions(await workers.run(task('extract'), sentences))
  const model = languageModel(config)
  if (model === null || sentences.length === 0) return extracted
  try {
    const written = await writeMetadata(model, sentences, language)
    return {
      ...extracted,
      ...writtenSuggestions(written, sentences),
      writtenBy: { name: model.name, sendsTo: model.sendsTo },
    }
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
    log.warn({ err: error }, 'the language model wrote no metadata')
    return { ...extracted, reason: error.reason }
  }
}

function extractedSuggestions(found: ExtractedMetadata): Suggestions {
  const { line, summary, keywords, names, chapters } = found
  const description = summary.map(sentenceOf).join(' ')
  return {
    writtenBy: null,
    reason: null,
    title: line === null ? null : titleOf(line),
    description: description === '' ? null : cutText(description, MOST_DESCRIPTION),
    support: [],
    tags: keywords,
    names,
    chapters: chapters.map(({ startS, topics }) => ({
      start: startS,
      title: capitalized(topics.join(', ')),
    })),
  }
}

function writtenSuggestions(
  { title, description, tags, chapters }: Written,
  spoken: readonly SpokenSentence[],
) {
  const startOf = (sentence: number) => (spoken[sentence]?.startMs ?? 0) / 1000
  return {
    title,
    description: description.map(({ text }) => text.trim()).join(' '),
    support: description.map(({ text, sentences }) => ({ text: text.trim(), times: sentences.map(startOf) })),
    tags,
    chapters: chapters.map((chapter) => ({ start: startOf(chapter.sentence), title: chapter.title.trim() })),
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
