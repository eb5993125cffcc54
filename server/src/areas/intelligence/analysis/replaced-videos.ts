import { type AnalysisPart, subtitlesEngine } from '@kinora/contract'
import { and, eq, lt, ne, not } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { type ContentRef, partOf } from '../../library/index.ts'
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
 * and the transcript of subtitles. @param replacedAt the time from which the video has the new file */
export async function deleteOldResults(
  tx: Transaction,
  content: ContentRef,
  replacedAt: Date,
): Promise<void> {
  const isOfEngine = and(partOf(transcripts, content), ne(transcripts.engine, subtitlesEngine))
  const [transcript] = await tx.select().from(transcripts).where(isOfEngine).for('update')
  // A run of the old file ends, because its parts are gone. Parts that were requested since are of the new file.
  const isOfOldFile = lt(analysisParts.requestedAt, replacedAt)
  await tx.delete(analysisParts).where(and(partOf(analysisParts, content), isOfOldFile))
  const fresh = await tx
    .select({ part: analysisParts.part })
    .from(analysisParts)
    .where(partOf(analysisParts, content))
  const isOld = (part: AnalysisPart) => fresh.every((each) => each.part !== part)
  if (isOld('shots')) await tx.delete(analysisShots).where(partOf(analysisShots, content))
  if (isOld('audio')) await tx.delete(analysisAudio).where(partOf(analysisAudio, content))
  if (isOld('text')) await deleteTexts(tx, content)
  if (isOld('pictures')) {
    await deleteObjects(tx, content)
    await deleteFaces(tx, content)
  }
  await tx.delete(aiClips).where(and(partOf(aiClips, content), not(isKept)))
  if (transcript === undefined || !isOld('speech')) return
  const isFound = eq(transcriptSentences.isEdited, false)
  await tx.delete(transcriptSentences).where(and(partOf(transcriptSentences, content), isFound))
  if ((await tx.$count(transcriptSentences, partOf(transcriptSentences, content))) === 0)
    await tx.delete(transcripts).where(partOf(transcripts, content))
  await indexTranscript(tx, content)
}
