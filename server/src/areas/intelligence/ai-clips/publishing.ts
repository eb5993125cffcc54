import type { AiClip } from '@kinora/contract'
import { and, eq } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'
import { contentTitles, partOf } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import { lockClip, storeChange } from './ai-clips.ts'
import { viewClip } from './clip-view.ts'
import { aiClips } from './tables.ts'

/** The clip is a video already. */
class IsPublished extends Error {
  override readonly name = 'IsPublished'
}

/** Publishes a clip as a video. The video and its mark at the clip come in one transaction, so that a second request, also
 * at the same time, finds the video of the first.
 * @throws problem not-found, changed-since, and those of `createClip` */
export async function publishAiClip(
  intelligence: Intelligence,
  caller: Caller,
  contentId: string,
  clipId: string,
  origin: string,
): Promise<AiClip> {
  const { db, library } = intelligence
  const content = await library.findVideo(caller.scope, contentId)
  const isIt = and(partOf(aiClips, content), eq(aiClips.id, clipId))
  const [clip] = await db.select().from(aiClips).where(isIt)
  if (clip === undefined) throw problem('not-found')
  const { startMs, endMs, title } = clip
  const body = { startTime: startMs / 1000, endTime: endMs / 1000, ...(title !== null && { name: title }) }
  try {
    await library.createClip(caller, contentId, body, origin, async (tx, publishedContentId) => {
      const row = await lockClip(tx, content, clipId)
      const { publishedContentId: known } = row
      if (known !== null && (await contentTitles(tx, content.environmentId, [known])).has(known))
        throw new IsPublished()
      if (row.startMs !== startMs || row.endMs !== endMs) throw problem('changed-since')
      await storeChange(intelligence, tx, caller, row, 'published', { publishedContentId })
    })
  } catch (error) {
    if (!(error instanceof IsPublished)) throw error
  }
  const [row] = await db.select().from(aiClips).where(isIt)
  if (row === undefined) throw problem('not-found')
  return viewClip(db, content, row)
}
