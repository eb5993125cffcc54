import { and, eq } from 'drizzle-orm'
import type { Subscription } from '../../../platform/events/subscriptions.ts'
import { analysisParts } from '../runs/tables.ts'
import { analysisShots } from '../scenes/tables.ts'
import { analysisSounds } from '../sound/tables.ts'
import { transcriptSentences, transcripts } from '../transcripts/tables.ts'

const tables = [analysisParts, analysisShots, analysisSounds, transcriptSentences, transcripts] as const

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
