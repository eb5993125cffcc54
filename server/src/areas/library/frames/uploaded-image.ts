import type { Transaction } from '../../../platform/database/database.ts'
import { assertFreeSpace } from '../../../platform/storage/free-space.ts'
import { cancelRemoval, scheduleRemoval } from '../files/removals.ts'
import type { Library } from '../library.ts'
import { renderUploadedImage } from './thumbnail-capture.ts'

/** Longer than it takes to store an image and name it in a row. */
const UNUSED_AFTER_S = 3600

type Context = Pick<Library, 'db' | 'clock' | 'jobs' | 'storage' | 'config' | 'ffmpeg' | 'workFolder'>

/** Renders an uploaded image as JPEG and stores it under this key. It is removed again unless the returned function is
 * called in the transaction that names the key.
 * @param file in base64. @throws problem image-unreadable, image-too-small, storage-full, unavailable */
export async function storeUploadedImage(
  library: Context,
  environmentId: string,
  key: string,
  file: string,
): Promise<(tx: Transaction) => Promise<void>> {
  const body = await renderUploadedImage(library, file)
  await assertFreeSpace(library, body.length)
  // Scheduled before the file is written, so that a crash leaves no file behind.
  const removal = await library.db.transaction((tx) =>
    scheduleRemoval(library, tx, environmentId, key, UNUSED_AFTER_S),
  )
  await library.storage.put(key, body, 'image/jpeg')
  return (tx) => cancelRemoval(tx, removal)
}
