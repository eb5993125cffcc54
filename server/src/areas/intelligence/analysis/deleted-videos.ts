import type { Subscription } from '../../../platform/events/subscriptions.ts'
import { partOf } from '../../library/index.ts'
import { aiClips } from '../ai-clips/tables.ts'
import { analysisAudio } from '../audio/tables.ts'
import { deleteFaces } from '../people/faces.ts'
import { pictureObjects } from '../pictures/tables.ts'
import { analysisParts } from '../runs/tables.ts'
import { analysisShots } from '../scenes/tables.ts'
import { pictureTexts } from '../text/tables.ts'
import { passageVectors, searchPassages, transcriptSentences, transcripts } from '../transcripts/tables.ts'
import { sentVideos } from '../video-analysis/tables.ts'

const tables = [
  analysisParts,
  analysisShots,
  analysisAudio,
  pictureTexts,
  pictureObjects,
  searchPassages,
  passageVectors,
  transcriptSentences,
  transcripts,
  aiClips,
  sentVideos,
] as const

/** Deletes what was found in a video with the video. */
export const deletedVideos: Subscription = {
  name: 'intelligence.deleted-videos',
  types: ['video.asset.deleted'],
  async handle(tx, { environmentId, event }) {
    const content = { id: event.object.id, environmentId }
    await deleteFaces(tx, content)
    for (const table of tables) await tx.delete(table).where(partOf(table, content))
  },
}
