import type { Storage } from '../../platform/storage/storage.ts'

const MAX_BYTES = 96 * 1024 ** 2
const MAX_SEGMENT_BYTES = 8 * 1024 ** 2

export interface SegmentMemory {
  /** A small immutable object's bytes; null if it is not there. Objects too large to keep are read anew each time. */
  read(key: string): Promise<Buffer | null>
}

/** The segments that viewers ask for most, in memory; the ones asked for longest ago make room. */
export function segmentMemory(storage: Storage): SegmentMemory {
  const kept = new Map<string, Buffer>()
  const reading = new Map<string, Promise<Buffer | null>>()
  let bytes = 0

  function keep(key: string, body: Buffer): void {
    if (body.length > MAX_SEGMENT_BYTES || kept.has(key)) return
    kept.set(key, body)
    bytes += body.length
    for (const [oldest, old] of kept) {
      if (bytes <= MAX_BYTES) break
      kept.delete(oldest)
      bytes -= old.length
    }
  }

  async function load(key: string): Promise<Buffer | null> {
    try {
      const body = await storage.read(key)
      if (body !== null) keep(key, body)
      return body
    } finally {
      reading.delete(key)
    }
  }

  return {
    async read(key) {
      const found = kept.get(key)
      if (found !== undefined) {
        kept.delete(key)
        kept.set(key, found)
        return found
      }
      const under = reading.get(key) ?? load(key)
      reading.set(key, under)
      return under
    },
  }
}
