/** Flushes uploads in the background: one flush at a time for each, for all parts that were written before it began. */
export interface BackgroundFlush {
  /** Answers at once; where many parts wait already, not before the flush under way has ended. */
  soon(folder: string, id: string): Promise<void>
  /** Ends when nothing of the upload waits to be flushed. */
  ended(folder: string): Promise<void>
}

interface Flushing {
  readonly waiting: string[]
  current: Promise<void>
  ended: Promise<void>
}

/** Parts of one upload. More would make closing it slow where the network is faster than the disk. */
const MOST_WAITING = 8

/** @param flush flushes what was written and writes down that these ids are; what it throws is its own to remember */
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
    async soon(folder, id) {
      const flushing = uploads.get(folder)
      if (flushing === undefined) {
        const begun: Flushing = { waiting: [id], current: Promise.resolve(), ended: Promise.resolve() }
        uploads.set(folder, begun)
        begun.ended = flushAll(folder, begun)
        return
      }
      flushing.waiting.push(id)
      if (flushing.waiting.length > MOST_WAITING) await flushing.current
    },
    async ended(folder) {
      await uploads.get(folder)?.ended
    },
  }
}
