import { problem } from '../../platform/problem.ts'
import type { Library } from './library.ts'

/** @throws problem storage-full when the disk would have less than the configured room left after `bytes` more */
export async function assertRoomFor(
  { storage, config }: Pick<Library, 'storage' | 'config'>,
  bytes: number,
): Promise<void> {
  const free = await storage.freeBytes()
  if (free !== null && free - bytes < config.STORAGE_MIN_FREE_BYTES) {
    throw problem('storage-full', {
      detail: 'Delete videos that are not needed, or ask an administrator for more space',
    })
  }
}
