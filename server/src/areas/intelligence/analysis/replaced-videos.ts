import { and, lt, ne } from 'drizzle-orm'
import type { Subscription } from '../../../platform/events/subscriptions.ts'
import { partOf } from '../../library/index.ts'
import { aiClips } from '../ai-clips/tables.ts'
import { analysisAudio } from '../audio/tables.ts'
import { analysisParts } from '../runs/tables.ts'
import { analysisShots } from '../scenes/tables.ts'
import { SUBTITLES } from '../transcripts/from-subtitles.ts'
import { searchPassages, transcriptSentences, transcripts } from '../transcripts/tables.ts'

const found = [analysisShots, analysisAudio, aiClips] as const
const spoken = [searchPassages, transcriptSentences, transcripts] as const

/** Deletes what was found in the old file of a video. Subtitles stay with the video, and so does their transcript. */
export const replacedVideos: Subscription = {
  name: 'intelligence.replaced-videos',
  types: ['video.asset.replacement.ready'],
  async handle(tx, { environmentId, event }) {
    const content = { id: event.object.id, environmentId }
    const isOfEngine = and(partOf(transcripts, content), ne(transcripts.engine, SUBTITLES))
    const [transcript] = await tx.select().from(transcripts).where(isOfEngine).for('update')
    // A run of the old file ends, because its parts are gone.
    const isOfOldFile = lt(analysisParts.requestedAt, new Date(event.createdAt))
    await tx.delete(analysisParts).where(and(partOf(analysisParts, content), isOfOldFile))
    for (const table of found) await tx.delete(table).where(partOf(table, content))
    if (transcript !== undefined)
      for (const table of spoken) await tx.delete(table).where(partOf(table, content))
  },
}
