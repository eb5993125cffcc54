import { rowOf } from '../../../platform/database/row-of.ts'
import { problem } from '../../../platform/problem.ts'
import { errorView } from '../contents/content-view.ts'
import { getContent, lockContent } from '../contents/contents.ts'
import { trackKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { recordTrack } from './audio-track-events.ts'
import { type AudioTrackRow, getTrack } from './audio-track-view.ts'
import { audioTracks } from './tables.ts'
import { enqueueTrack } from './track-encoding.ts'

/** Retries a failed track. @throws problem not-found, in-trash, content-not-ready if it cannot be retried */
export async function retryTrack(
  library: Library,
  environmentId: string,
  contentId: string,
  id: string,
): Promise<AudioTrackRow> {
  await getContent(library.db, environmentId, contentId)
  const hasFile = (await library.storage.head(trackKey(contentId, id))) !== null
  return library.db.transaction(async (tx) => {
    const content = await lockContent(tx, environmentId, contentId)
    const current = await getTrack(tx, content, id)
    if (current.status !== 'failed') throw problem('content-not-ready', { detail: 'Nothing has failed' })
    const error = errorView(current.errorId)
    if (error?.retryable === false) throw problem('content-not-ready', { detail: error.message })
    if (!hasFile && current.sourceUrl === null)
      throw problem('content-not-ready', { detail: 'The source file is missing' })
    const status = hasFile ? 'queued' : 'downloading'
    const [row] = await tx
      .update(audioTracks)
      .set({ status, progress: 0, errorId: null })
      .where(rowOf(audioTracks, current))
      .returning()
    if (row === undefined) throw problem('not-found')
    await recordTrack(tx, null, row, 'updated', {}, library.clock.now())
    await enqueueTrack(library, tx, row)
    return row
  })
}
