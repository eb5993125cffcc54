import type { Storage } from '../../../platform/storage/storage.ts'
import { byteMemory } from './byte-memory.ts'

const MAX_BYTES = 96 * 1024 ** 2

export interface SegmentMemory {
  /** The bytes of a small immutable object. Null if it does not exist. Objects too large for the cache are read each
   * time. */
  read(key: string): Promise<Buffer | null>
}

/** Caches the segments that viewers request most. Simultaneous requests for one segment share one read. */
export function segmentMemory(storage: Storage): SegmentMemory {
  const kept = byteMemory(MAX_BYTES)
  const reading = new Map<string, Promise<Buffer | null>>()

  async function load(key: string): Promise<Buffer | null> {
    try {
      const body = await storage.read(key)
      if (body !== null) kept.set(key, body)
      return body
    } finally {
      reading.delete(key)
    }
  }

  return {
    async read(key) {
      const found = kept.get(key)
      if (found !== undefined) return found
      const running = reading.get(key) ?? load(key)
      reading.set(key, running)
      return running
    },
  }
}
