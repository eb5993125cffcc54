import { problem } from '../../../platform/problem.ts'
import type { Library } from '../library.ts'

/** @throws problem storage-full when the disk would have less than the configured room left after `bytes` more */
export async function assertFreeSpace(
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

/** The disk has no room for what a job would write. Looks like the system's own word for it. */
class NoFreeSpace extends Error {
  override readonly name = 'NoFreeSpace'
  readonly code = 'ENOSPC'
}

/** @throws NoFreeSpace, which a job tells as `storage-full`, when less than half the configured room would be left */
export async function assertFreeSpaceForJob(
  { storage, config }: Pick<Library, 'storage' | 'config'>,
  bytes: number,
) {
  const free = await storage.freeBytes()
  if (free !== null && free - bytes < config.STORAGE_MIN_FREE_BYTES / 2)
    throw new NoFreeSpace('the disk is nearly full')
}
