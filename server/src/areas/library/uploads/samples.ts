import { testVideoLimits } from '@kinora/contract'
import { sampleArgs } from '@kinora/media'
import { lt } from 'drizzle-orm'
import type { Actor } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { encodeLimits } from '../../../platform/ffmpeg/limits.ts'
import { assertFreeSpace } from '../../../platform/storage/free-space.ts'
import type { ContentRef, ContentRow } from '../contents/content-view.ts'
import { adderOf, deleteContents, insertContent } from '../contents/contents.ts'
import { changeContent } from '../contents/states.ts'
import { contents } from '../contents/tables.ts'
import type { Workspace } from '../contents/workspace.ts'
import type { Library } from '../library.ts'
import { startIngest } from '../sources/source.ts'
import { sampleJob } from './jobs.ts'

/** Same as for test videos. */
const KEPT_SECONDS = testVideoLimits.keptHours * 3600

/** Creates a sample video for users without a file of their own; it is deleted after 24 hours. */
export async function createSample(
  library: Library,
  environmentId: string,
  actor: Actor,
): Promise<ContentRow> {
  await assertFreeSpace(library, 0)
  return library.db.transaction(async (tx) => {
    const content = await insertContent(library, tx, {
      environmentId,
      title: 'Sample video',
      ...adderOf(actor),
      playbackPolicy: 'public',
      status: 'processing',
      stage: 'queued',
      fileName: 'sample.mp4',
      expiresAt: addSeconds(library.clock.now(), KEPT_SECONDS),
    })
    await library.jobs.enqueue(tx, sampleJob, { contentId: content.id }, { environmentId, key: content.id })
    return content
  })
}

export async function makeSample(library: Library, content: ContentRef, workspace: Workspace): Promise<void> {
  await changeContent(library.db, content, ['processing'], { stage: 'reading' })
  const limits = encodeLimits(10)
  await library.ffmpeg.run('ffmpeg', sampleArgs('sample.mp4'), {
    limits,
    cwd: workspace.folder,
    signal: workspace.signal,
  })
  await startIngest(library, content, workspace, 'sample.mp4')
}

/** Deletes samples and test videos that have expired. */
export async function deleteExpiredContents(library: Library): Promise<void> {
  const isExpired = lt(contents.expiresAt, library.clock.now())
  const expired = await library.db
    .select({ id: contents.id, environmentId: contents.environmentId })
    .from(contents)
    .where(isExpired)
    .limit(100)
  for (const { id, environmentId } of expired)
    await deleteContents(library, { environmentId, ids: [id], onlyIf: isExpired, caller: null })
}
