import { mediaErrors } from '@kinora/contract'
import { and, eq } from 'drizzle-orm'
import { problem } from '../../../platform/problem.ts'
import { type ContentRow, isMediaError } from '../contents/content-view.ts'
import { contentOf, emitContent } from '../contents/contents.ts'
import { notifyPlayers } from '../contents/notify.ts'
import { holdContent } from '../contents/states.ts'
import { contents, renditions } from '../contents/tables.ts'
import { sourceKey } from '../files/storage-keys.ts'
import { enqueueImages, noPictures } from '../images/images.ts'
import { clipJob, downloadJob, firstJobOf, ladderJob, socialClipJob } from '../job-definitions.ts'
import type { Library } from '../library.ts'
import { assertNotRunning } from '../reencode/reencode.ts'
import { renewPlaces } from './output-ids.ts'

/** Tries again what failed, and only that. @throws problem not-found, in-trash, content-not-ready if nothing can be tried again */
export async function retryContent(library: Library, environmentId: string, id: string): Promise<ContentRow> {
  const content = await contentOf(library.db, environmentId, id)
  if (content.trashedAt !== null) throw problem('in-trash')
  assertNotRunning(content.reencode)
  if (content.status === 'failed') return retryWhole(library, content)
  if (content.status === 'ready') return retryRenditions(library, content)
  throw problem('content-not-ready')
}

async function retryWhole(library: Library, content: ContentRow): Promise<ContentRow> {
  const { errorId, id: contentId, environmentId } = content
  if (errorId !== null && isMediaError(errorId) && !mediaErrors[errorId].retryable)
    throw problem('content-not-ready', { detail: mediaErrors[errorId].title })
  const hasSource = (await library.storage.head(sourceKey(contentId, content.sourceId))) !== null
  if (!hasSource && content.sourceUrl === null && content.clipOf === null)
    throw problem('content-not-ready', { detail: 'The source file is not there' })
  return library.db.transaction(async (tx) => {
    const current = await holdContent(tx, contentId)
    if (!current) throw problem('not-found')
    assertNotRunning(current.reencode)
    const [row] = await tx
      .update(contents)
      .set({
        status: 'processing',
        stage: !hasSource && content.sourceUrl !== null ? 'downloading' : 'queued',
        errorId: null,
        progress: 0,
        // What is made or fetched anew is a first source again.
        ...(!hasSource && { sourceId: null, ...noPictures }),
      })
      .where(and(eq(contents.id, contentId), eq(contents.status, 'failed')))
      .returning()
    if (!row) throw problem('content-not-ready')
    await emitContent(library, tx, row, 'video.asset.updated')
    const job = hasSource ? takingJobOf(content) : makingJobOf(content)
    await library.jobs.enqueue(tx, job, { contentId }, { environmentId, key: contentId })
    return row
  })
}

/** What a test's clip is cut out of has the mark already, and so has what took the place of a test's file. */
function takingJobOf({ clipOf, isTest, sourceId }: ContentRow) {
  return firstJobOf({ isTest: isTest && clipOf === null && sourceId === null })
}

/** What made the source, or was to. */
function makingJobOf({ clipOf, category }: ContentRow) {
  if (clipOf === null) return downloadJob
  return category === 'SocialClip' ? socialClipJob : clipJob
}

async function retryRenditions(library: Library, content: ContentRow): Promise<ContentRow> {
  const { id: contentId, environmentId } = content
  return library.db.transaction(async (tx) => {
    const current = await holdContent(tx, contentId)
    if (!current) throw problem('not-found')
    assertNotRunning(current.reencode)
    const failed = await renewPlaces(library, tx, current, eq(renditions.status, 'failed'))
    const drawsAgain = isRetryable(current.imagesErrorId)
    if (failed === 0 && !drawsAgain) throw problem('content-not-ready', { detail: 'Nothing has failed' })
    const key = { environmentId, key: contentId }
    if (drawsAgain) await enqueueImages(library, tx, current)
    if (failed > 0)
      await library.jobs.enqueue(tx, ladderJob(library.config.ENCODE_CONCURRENCY), { contentId }, key)
    const [row] = await tx
      .update(contents)
      .set({ ...(failed > 0 && { stage: 'encoding' }), ...(drawsAgain && { imagesErrorId: null }) })
      .where(eq(contents.id, contentId))
      .returning()
    if (!row) throw problem('not-found')
    await emitContent(library, tx, row, 'video.asset.updated')
    await notifyPlayers(tx, row)
    return row
  })
}

function isRetryable(errorId: string | null): boolean {
  return errorId !== null && isMediaError(errorId) && mediaErrors[errorId].retryable
}
