import type { Transaction } from '../../../platform/database/database.ts'
import { scheduleRemoval } from '../../library/index.ts'
import type { Live } from '../live.ts'
import type { StreamRow } from './stream-changes.ts'

export const slateKey = (environmentId: string, id: string) => `slates/${environmentId}/${id}.jpg`

/** Removes the file of a replaced or removed slate image. */
export async function releaseSlateImage(
  live: Pick<Live, 'clock' | 'jobs'>,
  tx: Transaction,
  { environmentId, slateImageId }: Pick<StreamRow, 'environmentId' | 'slateImageId'>,
): Promise<void> {
  if (slateImageId !== null)
    await scheduleRemoval(live, tx, environmentId, slateKey(environmentId, slateImageId))
}

/** Null if the stream has none. */
export async function loadSlateImage(
  storage: Live['storage'],
  { environmentId, slateImageId }: Pick<StreamRow, 'environmentId' | 'slateImageId'>,
): Promise<Buffer | null> {
  return slateImageId === null ? null : storage.read(slateKey(environmentId, slateImageId))
}
