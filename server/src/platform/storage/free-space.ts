import { problem } from '../problem.ts'
import type { Storage } from './storage.ts'

interface Context {
  readonly storage: Storage
  readonly config: { readonly STORAGE_MIN_FREE_BYTES: number }
}

/** @throws problem storage-full if less than the configured free space would remain after `bytes` more */
export async function assertFreeSpace({ storage, config }: Context, bytes: number): Promise<void> {
  const free = await storage.freeBytes()
  if (free !== null && free - bytes < config.STORAGE_MIN_FREE_BYTES) {
    throw problem('storage-full', {
      detail: 'Delete videos that are not needed, or ask an administrator for more space',
    })
  }
}

/** Too little free space for the output of a job. Has the code of the system's own error. */
class NoFreeSpace extends Error {
  override readonly name = 'NoFreeSpace'
  readonly code = 'ENOSPC'
}

/**
 * @throws NoFreeSpace, which a job reports as `storage-full`, if less than half the configured free space would remain
 */
export async function assertFreeSpaceForJob({ storage, config }: Context, bytes: number) {
  const free = await storage.freeBytes()
  if (free !== null && free - bytes < config.STORAGE_MIN_FREE_BYTES / 2)
    throw new NoFreeSpace('the disk is nearly full')
}
