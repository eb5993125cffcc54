import type { Subtitle, Transcript, TranscriptFormat, transcriptSubtitleBody } from '@kinora/contract'
import { type Cue, cuesOfSentences, writeSrt, writeVtt } from '@kinora/media'
import { and, eq, inArray } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { type ContentRef, contentTitles, partOf } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import { analysisParts } from '../runs/tables.ts'
import { findTranscript, getTranscript } from './transcripts.ts'

const types: Readonly<Record<TranscriptFormat, string>> = {
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  txt: 'text/plain',
  json: 'application/json',
}

/** A transcript as a file, named after its video. @throws problem not-analyzed */
export async function writeTranscript(
  db: Queryable,
  content: ContentRef,
  format: TranscriptFormat,
): Promise<{ name: string; type: string; text: string }> {
  const transcript = await getTranscript(db, content)
  const titles = await contentTitles(db, content.environmentId, [content.id])
  const name = `${titles.get(content.id) ?? content.id}.${format}`
  return { name, type: types[format], text: textOf(transcript, format) }
}

function textOf(transcript: Transcript, format: TranscriptFormat): string {
  if (format === 'json') return `${JSON.stringify(transcript, null, 2)}\n`
  if (format === 'txt') return plainTextOf(transcript.sentences)
  const track = { cues: cuesOfSentences(transcript.sentences), styles: [], regions: [] }
  return format === 'srt' ? writeSrt(track) : writeVtt(track)
}

/** A sentence per line. A new speaker has an empty line before, and the name. */
function plainTextOf(sentences: Transcript['sentences']): string {
  const lines = sentences.map(({ speaker, text }, n) => {
    if (n > 0 && sentences[n - 1]?.speaker === speaker) return text
    return `${n > 0 ? '\n' : ''}${speaker === null ? '' : `${speaker}: `}${text}`
  })
  return lines.map((line) => `${line}\n`).join('')
}

/** Captions of what is said in a video. Null if it has no transcript, or one that is not finished.
 * @param lineChars characters of a line */
export async function transcriptCues(
  db: Queryable,
  content: ContentRef,
  lineChars: number,
): Promise<Cue[] | null> {
  const isUnfinished = and(
    partOf(analysisParts, content),
    eq(analysisParts.part, 'speech'),
    inArray(analysisParts.status, ['waiting', 'running']),
  )
  if ((await db.$count(analysisParts, isUnfinished)) > 0) return null
  const transcript = await findTranscript(db, content)
  return transcript && cuesOfSentences(transcript.sentences, lineChars)
}

/** Creates a draft subtitle from a transcript. @throws problem not-analyzed, in-trash, subtitle-limit */
export async function createSubtitle(
  { db, library }: Pick<Intelligence, 'db' | 'library'>,
  caller: Caller,
  content: ContentRef,
  { name, languageCode }: z.output<typeof transcriptSubtitleBody>,
): Promise<Subtitle> {
  const { language, sentences } = await getTranscript(db, content)
  const fields = { name, languageCode: languageCode ?? language, closedCaptions: false }
  return library.createSubtitle(caller, content.id, fields, cuesOfSentences(sentences))
}
