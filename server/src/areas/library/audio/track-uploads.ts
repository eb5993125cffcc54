import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { lockContentRow } from '../contents/states.ts'
import type { UploadRow } from '../contents/tables.ts'
import { uploads } from '../contents/tables.ts'
import { scheduleUploadRemoval } from '../files/removals.ts'
import type { Library } from '../library.ts'
import type { UploadHandler } from '../uploads/upload-handlers.ts'
import { recordTrack } from './audio-track-events.ts'
import { removeTrack } from './audio-tracks.ts'
import { audioTracks } from './tables.ts'
import { enqueueTrack } from './track-encoding.ts'

/** Uploads of audio tracks. */
export const trackUploads: UploadHandler = { completed: completeTrackUpload, abandoned: abandonTrackUpload }

/** Enqueues the encoding of a track whose file is complete. */
async function completeTrackUpload(
  library: Library,
  tx: Transaction,
  { environmentId, targetId }: UploadRow,
): Promise<void> {
  if (targetId === null) return
  const rows = await tx
    .update(audioTracks)
    .set({ status: 'queued' })
    .where(and(rowOf(audioTracks, { environmentId, id: targetId }), eq(audioTracks.status, 'uploading')))
    .returning()
  for (const row of rows) await enqueueTrack(library, tx, row)
}

/** Deletes a track whose upload was canceled or abandoned. */
async function abandonTrackUpload(library: Library, tx: Transaction, upload: UploadRow): Promise<void> {
  await scheduleUploadRemoval(library, tx, upload)
  await tx.delete(uploads).where(rowOf(uploads, upload))
  const { environmentId } = upload
  const content = await lockContentRow(tx, { environmentId, id: upload.contentId })
  const [track] = await tx
    .select()
    .from(audioTracks)
    .where(rowOf(audioTracks, { environmentId, id: upload.targetId ?? upload.id }))
  if (content === undefined || track === undefined) return
  await removeTrack(library, tx, content, track)
  await recordTrack(tx, null, track, 'deleted', {}, library.clock.now())
}
