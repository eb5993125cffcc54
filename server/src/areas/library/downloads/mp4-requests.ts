import { type MediaErrorId, mediaErrors } from '@kinora/contract'
import { and, eq, isNotNull, type SQL } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import { isMediaError } from '../contents/content-view.ts'
import { renditions } from '../contents/tables.ts'
import type { Library } from '../library.ts'
import type { PlayableVideo } from '../playable/playable-video.ts'
import { mp4Job } from './jobs.ts'

/**
 * Enqueues the rendition's MP4 unless that was done before.
 * @throws problem mp4-failed once after a failure; the next request retries
 */
export async function requestMp4(
  library: Library,
  { contentId, environmentId }: Pick<PlayableVideo, 'contentId' | 'environmentId'>,
  outputId: string,
): Promise<void> {
  await throwMp4Failure(
    library.db,
    and(eq(renditions.outputId, outputId), eq(renditions.downloadErrorReported, false)),
  )
  await library.db.transaction(async (tx) => {
    await tx.update(renditions).set({ downloadErrorId: null }).where(eq(renditions.outputId, outputId))
    await library.jobs.enqueue(tx, mp4Job, { contentId, outputId }, { environmentId, key: outputId })
  })
}

/** @throws problem mp4-failed if the MP4 that the caller waits for could not be made */
export async function assertMp4NotFailed({ db }: Library, outputId: string): Promise<void> {
  await throwMp4Failure(db, eq(renditions.outputId, outputId))
}

async function throwMp4Failure(db: Queryable, which: SQL | undefined): Promise<void> {
  const [row] = await db
    .update(renditions)
    .set({ downloadErrorReported: true })
    .where(and(which, isNotNull(renditions.downloadErrorId)))
    .returning({ reason: renditions.downloadErrorId })
  if (!row) return
  const reason = row.reason !== null && isMediaError(row.reason) ? row.reason : 'encode-failed'
  throw problem('mp4-failed', { detail: mediaErrors[reason].title })
}

/** Records why the MP4 could not be made, for a waiting caller or the next one. */
export async function failMp4({ db }: Library, outputId: string, reason: MediaErrorId): Promise<void> {
  await db
    .update(renditions)
    .set({ downloadErrorId: reason, downloadErrorReported: false })
    .where(eq(renditions.outputId, outputId))
}
