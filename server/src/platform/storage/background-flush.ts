/** Flushes uploads in the background: one flush at a time per upload, for all parts written before it started. */
export interface BackgroundFlush {
  /** Returns at once, or after the current flush if many parts are waiting. */
  schedule(folder: string, id: string): Promise<void>
  /** Resolves when the upload has nothing left to flush. */
  ended(folder: string): Promise<void>
}

interface Flushing {
  readonly waiting: string[]
  current: Promise<void>
  ended: Promise<void>
}

/** Parts of one upload. More would slow down its completion if the network is faster than the disk. */
const MAX_WAITING = 8

/** @param flush flushes written data and records these ids as flushed; it handles its own errors */
export function backgroundFlush(
  flush: (folder: string, ids: readonly string[]) => Promise<void>,
): BackgroundFlush {
  const uploads = new Map<string, Flushing>()

  async function flushAll(folder: string, flushing: Flushing): Promise<void> {
    while (flushing.waiting.length > 0) {
      flushing.current = flush(folder, flushing.waiting.splice(0)).catch(() => undefined)
      await flushing.current
    }
    uploads.delete(folder)
  }

  return {
    async schedule(folder, id) {
      const flushing = uploads.get(folder)
      if (flushing === undefined) {
        const begun: Flushing = { waiting: [id], current: Promise.resolve(), ended: Promise.resolve() }
        uploads.set(folder, begun)
        begun.ended = flushAll(folder, begun)
        return
      }
      flushing.waiting.push(id)
      if (flushing.waiting.length > MAX_WAITING) await flushing.current
    },
    async ended(folder) {
      await uploads.get(folder)?.ended
    },
  }
}
