import type { Caller } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { publicId } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import { storeUploadedImage } from '../../library/index.ts'
import type { Live } from '../live.ts'
import { getLivestream } from './livestreams.ts'
import { loadSlateImage, releaseSlateImage, slateKey } from './slate-files.ts'
import { lockStream } from './states.ts'
import { notifyStreams, type StreamRow, streamAudit, streamEvent } from './stream-changes.ts'
import { liveStreams } from './tables.ts'

/** Sets the image that viewers see while no encoder sends.
 * @throws problem not-found, image-unreadable, image-too-small, storage-full, unavailable */
export async function setSlateImage(
  live: Live,
  caller: Caller,
  streamId: string,
  file: string,
): Promise<StreamRow> {
  const { environmentId } = caller.scope
  await getLivestream(live.db, environmentId, streamId)
  const id = publicId()
  const keep = await storeUploadedImage(live, environmentId, slateKey(environmentId, id), file)
  return live.db.transaction(async (tx) => {
    await keep(tx)
    return changeSlate(live, tx, caller, streamId, id)
  })
}

/** Restores the dark slate. @throws problem not-found */
export function removeSlateImage(live: Live, caller: Caller, streamId: string): Promise<StreamRow> {
  return live.db.transaction((tx) => changeSlate(live, tx, caller, streamId, null))
}

async function changeSlate(
  live: Live,
  tx: Transaction,
  caller: Caller,
  streamId: string,
  slateImageId: string | null,
): Promise<StreamRow> {
  const before = await lockStream(tx, caller.scope.environmentId, streamId)
  if (before.slateImageId === slateImageId) return before
  const [row] = await tx
    .update(liveStreams)
    .set({ slateImageId })
    .where(rowOf(liveStreams, before))
    .returning()
  if (row === undefined) throw problem('not-found')
  await releaseSlateImage(live, tx, before)
  const at = live.clock.now()
  const { audit } = streamAudit(row, `live_stream.slate.${slateImageId === null ? 'removed' : 'set'}`)
  await recordChange(
    tx,
    caller,
    { ...streamEvent(row, 'video.live_stream.updated'), ...(audit && { audit }) },
    at,
  )
  await notifyStreams(tx, row.id)
  return row
}

/** @throws problem not-found if the stream has none */
export async function readSlateImage(
  { db, storage }: Pick<Live, 'storage'> & { readonly db: Queryable },
  environmentId: string,
  streamId: string,
): Promise<Buffer> {
  const stream = await getLivestream(db, environmentId, streamId)
  const image = await loadSlateImage(storage, stream)
  if (image === null) throw problem('not-found')
  return image
}
