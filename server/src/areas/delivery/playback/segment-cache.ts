import type { Storage } from '../../../platform/storage/storage.ts'
import { byteCache } from './byte-cache.ts'

const MAX_BYTES = 96 * 1024 ** 2

export interface SegmentCache {
  /** The bytes of a small immutable object. Null if it does not exist. Objects too large for the cache are read each
   * time. */
  read(key: string): Promise<Buffer | null>
  /** Whether it is in memory. */
  has(key: string): boolean
}

/** Caches the segments that viewers request most. Simultaneous requests for one segment share one read. */
export function segmentCache(storage: Storage): SegmentCache {
  const cache = byteCache(MAX_BYTES)
  const reading = new Map<string, Promise<Buffer | null>>()

  async function load(key: string): Promise<Buffer | null> {
    try {
      const body = await storage.read(key)
      if (body !== null) cache.set(key, body)
      return body
    } finally {
      reading.delete(key)
    }
  }

  return {
    has: (key) => cache.get(key) !== undefined,
    async read(key) {
      const found = cache.get(key)
      if (found !== undefined) return found
      const running = reading.get(key) ?? load(key)
      reading.set(key, running)
      return running
    },
  }
}
