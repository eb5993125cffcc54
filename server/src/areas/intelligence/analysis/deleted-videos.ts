import { and, eq } from 'drizzle-orm'
import type { Subscription } from '../../../platform/events/subscriptions.ts'
import { analysisAudio } from '../audio/tables.ts'
import { analysisParts } from '../runs/tables.ts'
import { analysisShots } from '../scenes/tables.ts'
import { transcriptSentences, transcripts } from '../transcripts/tables.ts'

const tables = [analysisParts, analysisShots, analysisAudio, transcriptSentences, transcripts] as const

/** Deletes what was found in a video with the video. */
export const deletedVideos: Subscription = {
  name: 'intelligence.deleted-videos',
  types: ['video.asset.deleted'],
  async handle(tx, { environmentId, event }) {
    for (const table of tables)
      await tx
        .delete(table)
        .where(and(eq(table.contentId, event.object.id), eq(table.environmentId, environmentId)))
  },
}
