import { subtitlesEngine } from '@kinora/contract'
import { type SubtitledSentence, sentencesOfCues } from '@kinora/media'
import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Subscription } from '../../../platform/events/subscriptions.ts'
import { type ContentRef, contentTitles, findPublishedCues, partOf } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import { finishPart } from '../runs/part-states.ts'
import { analysisParts } from '../runs/tables.ts'
import { indexTranscript } from './passages.ts'
import { sentenceRow } from './sentence-row.ts'
import { transcriptSentences, transcripts } from './tables.ts'

const ROWS_AT_ONCE = 500

const published = z.object({ contentId: z.uuid() })

/** Takes published subtitles as the transcript of a video that has none, one of subtitles, or a draft of an engine in
 * which nobody has changed anything. An engine that is writing one stops. */
export const publishedSubtitles = (context: Pick<Intelligence, 'clock'>): Subscription => ({
  name: 'intelligence.published-subtitles',
  types: ['video.subtitle.published'],
  async handle(tx, { environmentId, event }) {
    const content = { id: published.parse(event.data).contentId, environmentId }
    const titles = await contentTitles(tx, environmentId, [content.id])
    // A run that writes a transcript locks its part first too.
    const isSpeech = and(partOf(analysisParts, content), eq(analysisParts.part, 'speech'))
    const [part] = await tx.select().from(analysisParts).where(isSpeech).for('update')
    const subtitle = await findPublishedCues(tx, content, event.object.id)
    if (subtitle === null || !titles.has(content.id) || !(await mayReplace(tx, content))) return
    const { languageCode: language, cues } = subtitle
    const values = {
      language,
      quality: 'good',
      engine: subtitlesEngine,
      updatedAt: new Date(event.createdAt),
    } as const
    await tx.delete(transcripts).where(partOf(transcripts, content))
    await tx.insert(transcripts).values({ contentId: content.id, environmentId, ...values })
    await tx.delete(transcriptSentences).where(partOf(transcriptSentences, content))
    const rows = sentencesOfCues(cues).map((sentence) => rowOf(content, sentence))
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      await tx.insert(transcriptSentences).values(rows.slice(at, at + ROWS_AT_ONCE))
    await indexTranscript(tx, content)
    const result = { engine: subtitlesEngine, engineVersion: null, quality: 'good', language } as const
    if (part !== undefined) await finishPart(context, tx, { ...content, runId: part.runId }, 'speech', result)
  },
})

async function mayReplace(tx: Transaction, content: ContentRef): Promise<boolean> {
  const [head] = await tx.select().from(transcripts).where(partOf(transcripts, content)).for('update')
  if (head === undefined || head.engine === subtitlesEngine) return true
  const isEdited = and(partOf(transcriptSentences, content), eq(transcriptSentences.isEdited, true))
  return head.quality === 'draft' && (await tx.$count(transcriptSentences, isEdited)) === 0
}

function rowOf(content: ContentRef, { speaker, words }: SubtitledSentence) {
  const rows = words.map(
    ({ startS, endS, text }) => [Math.round(startS * 1000), Math.round(endS * 1000), text, null] as const,
  )
  return sentenceRow(content, rows, speaker)
}
