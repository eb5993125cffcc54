import type { Storage } from '../../../platform/storage/storage.ts'
import { byteMemory } from './byte-memory.ts'

const MAX_BYTES = 96 * 1024 ** 2

export interface SegmentMemory {
  /** A small immutable object's bytes; null if it is not there. Objects too large to keep are read anew each time. */
  read(key: string): Promise<Buffer | null>
}

/** The segments that viewers ask for most, in memory. One asked for twice at once is read once. */
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
