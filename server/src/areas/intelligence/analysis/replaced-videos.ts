import { subtitlesEngine } from '@kinora/contract'
import { and, eq, lt, ne, not } from 'drizzle-orm'
import type { Subscription } from '../../../platform/events/subscriptions.ts'
import { partOf } from '../../library/index.ts'
import { isKept } from '../ai-clips/suggestions.ts'
import { aiClips } from '../ai-clips/tables.ts'
import { analysisAudio } from '../audio/tables.ts'
import { deleteFaces } from '../people/faces.ts'
import { deleteObjects } from '../pictures/objects.ts'
import { analysisParts } from '../runs/tables.ts'
import { analysisShots } from '../scenes/tables.ts'
import { deleteTexts } from '../text/texts.ts'
import { indexTranscript } from '../transcripts/passages.ts'
import { transcriptSentences, transcripts } from '../transcripts/tables.ts'

/** Deletes what was found in the old file of a video. What people made or changed stays: corrected sentences, their clips,
 * and the transcript of subtitles. */
export const replacedVideos: Subscription = {
  name: 'intelligence.replaced-videos',
  types: ['video.asset.replacement.ready'],
  async handle(tx, { environmentId, event }) {
    const content = { id: event.object.id, environmentId }
    const isOfEngine = and(partOf(transcripts, content), ne(transcripts.engine, subtitlesEngine))
    const [transcript] = await tx.select().from(transcripts).where(isOfEngine).for('update')
    // A run of the old file ends, because its parts are gone.
    const isOfOldFile = lt(analysisParts.requestedAt, new Date(event.createdAt))
    await tx.delete(analysisParts).where(and(partOf(analysisParts, content), isOfOldFile))
    for (const table of [analysisShots, analysisAudio]) await tx.delete(table).where(partOf(table, content))
    await deleteTexts(tx, content)
    await deleteObjects(tx, content)
    await deleteFaces(tx, content)
    await tx.delete(aiClips).where(and(partOf(aiClips, content), not(isKept)))
    if (transcript === undefined) return
    const isFound = eq(transcriptSentences.isEdited, false)
    await tx.delete(transcriptSentences).where(and(partOf(transcriptSentences, content), isFound))
    if ((await tx.$count(transcriptSentences, partOf(transcriptSentences, content))) === 0)
      await tx.delete(transcripts).where(partOf(transcripts, content))
    await indexTranscript(tx, content)
  },
}
