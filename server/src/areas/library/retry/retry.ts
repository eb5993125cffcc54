import { mediaErrors } from '@kinora/contract'
import { and, eq } from 'drizzle-orm'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import { clipJob } from '../clips/jobs.ts'
import { contentEvent } from '../contents/content-changes.ts'
import { type ContentRow, isMediaError } from '../contents/content-view.ts'
import { getContent } from '../contents/contents.ts'
import { notifyPlayers } from '../contents/notify.ts'
import { lockContentRow } from '../contents/states.ts'
import { contents, renditions } from '../contents/tables.ts'
import { ladderJob } from '../encoding/jobs.ts'
import { renewOutputs } from '../encoding/output-ids.ts'
import { sourceKey } from '../files/storage-keys.ts'
import { enqueueImages, noImages } from '../images/images.ts'
import type { Library } from '../library.ts'
import { assertNotRunning } from '../reencode/reencode.ts'
import { socialClipJob } from '../social-clips/jobs.ts'
import { downloadJob, firstJobFor } from '../uploads/jobs.ts'

/** Retries only what has failed. @throws problem not-found, in-trash, wallet-empty, spend-cap-reached,
 * content-not-ready if nothing can be retried */
export async function retryContent(library: Library, environmentId: string, id: string): Promise<ContentRow> {
  const content = await getContent(library.db, environmentId, id)
  if (content.trashedAt !== null) throw problem('in-trash')
  assertNotRunning(content.reencode)
  await library.usage.assertMayStart(library.db, environmentId)
  if (content.status === 'failed') return retryFailedContent(library, content)
  if (content.status === 'ready') return retryRenditions(library, content)
  throw problem('content-not-ready')
}

async function retryFailedContent(library: Library, content: ContentRow): Promise<ContentRow> {
  const { errorId, id: contentId, environmentId } = content
  if (errorId !== null && isMediaError(errorId) && !mediaErrors[errorId].retryable)
    throw problem('content-not-ready', { detail: mediaErrors[errorId].title })
  const hasSource = (await library.storage.head(sourceKey(contentId, content.sourceId))) !== null
  if (!hasSource && content.sourceUrl === null && content.clipOf === null)
    throw problem('content-not-ready', { detail: 'The source file is missing' })
  return library.db.transaction(async (tx) => {
    const current = await lockContentRow(tx, content)
    if (!current) throw problem('not-found')
    assertNotRunning(current.reencode)
    const [row] = await tx
      .update(contents)
      .set({
        status: 'processing',
        stage: !hasSource && content.sourceUrl !== null ? 'downloading' : 'queued',
        errorId: null,
        progress: 0,
        // A file that is made or fetched again is a first source.
        ...(!hasSource && { sourceId: null, ...noImages }),
      })
      .where(and(rowOf(contents, current), eq(contents.status, 'failed')))
      .returning()
    if (!row) throw problem('content-not-ready')
    await recordChange(tx, null, contentEvent(row, 'video.asset.updated'), library.clock.now())
    const job = hasSource ? ingestJobFor(content) : sourceJobFor(content)
    await library.jobs.enqueue(tx, job, { contentId }, { environmentId, key: contentId })
    return row
  })
}

/** The ingest job for a stored source. The clip of a test video and a replaced test file already have the mark. */
function ingestJobFor({ clipOf, isTest, sourceId }: ContentRow) {
  return firstJobFor({ isTest: isTest && clipOf === null && sourceId === null })
}

/** The job that makes or fetches the source. */
function sourceJobFor({ clipOf, category }: ContentRow) {
  if (clipOf === null) return downloadJob
  return category === 'SocialClip' ? socialClipJob : clipJob
}

async function retryRenditions(library: Library, content: ContentRow): Promise<ContentRow> {
  const { id: contentId, environmentId } = content
  return library.db.transaction(async (tx) => {
    const current = await lockContentRow(tx, content)
    if (!current) throw problem('not-found')
    assertNotRunning(current.reencode)
    const failed = await renewOutputs(library, tx, current, eq(renditions.status, 'failed'))
    const retriesImages = isRetryable(current.imagesErrorId)
    if (failed === 0 && !retriesImages) throw problem('content-not-ready', { detail: 'Nothing has failed' })
    const key = { environmentId, key: contentId }
    if (retriesImages) await enqueueImages(library, tx, current)
    if (failed > 0)
      await library.jobs.enqueue(tx, ladderJob(library.config.ENCODE_CONCURRENCY), { contentId }, key)
    const [row] = await tx
      .update(contents)
      .set({ ...(failed > 0 && { stage: 'encoding' }), ...(retriesImages && { imagesErrorId: null }) })
      .where(rowOf(contents, content))
      .returning()
    if (!row) throw problem('not-found')
    await recordChange(tx, null, contentEvent(row, 'video.asset.updated'), library.clock.now())
    await notifyPlayers(tx, row)
    return row
  })
}

function isRetryable(errorId: string | null): boolean {
  return errorId !== null && isMediaError(errorId) && mediaErrors[errorId].retryable
}
