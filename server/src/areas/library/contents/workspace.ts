import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { publicId } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { Library } from '../library.ts'
import type { ContentRef } from './content-view.ts'
import { cancelChannel } from './notify.ts'
import { contents } from './tables.ts'

/** The job ends because its content was deleted. */
export class ContentGone extends Error {
  override readonly name = 'ContentGone'
}

/**
 * A private folder and a signal for a job on one content. The signal aborts also when the content is deleted, or when
 * the job is canceled by its id.
 */
export interface Workspace {
  readonly folder: string
  readonly signal: AbortSignal
}

export async function withWorkspace<T>(
  { db, bus, ffmpeg, log, workFolder }: Pick<Library, 'db' | 'bus' | 'ffmpeg' | 'log' | 'workFolder'>,
  content: ContentRef,
  signal: AbortSignal,
  run: (workspace: Workspace) => Promise<T>,
  workId?: string,
): Promise<T> {
  const deleted = new AbortController()
  const end = () => deleted.abort(new ContentGone())
  const endIfDeleted = async () => {
    const rows = await db.select({ id: contents.id }).from(contents).where(rowOf(contents, content))
    if (rows.length === 0) end()
  }
  const unsubscribe = bus.subscribe(cancelChannel, (id) => {
    if (id === content.id || id === workId) end()
    // The connection was lost for a while, so a cancellation may have been missed.
    else if (id === '')
      endIfDeleted().catch((err: unknown) =>
        log.warn({ err, contentId: content.id }, 'could not check whether a content still exists'),
      )
  })
  const folder = join(workFolder, publicId())
  await ffmpeg.prepareFolder(folder)
  try {
    return await run({ folder, signal: AbortSignal.any([signal, deleted.signal]) })
  } finally {
    unsubscribe()
    await rm(folder, { recursive: true, force: true })
  }
}
