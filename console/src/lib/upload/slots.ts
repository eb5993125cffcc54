export interface Slots {
  /** Runs the work when a slot is free, in the order of the calls. */
  use<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
}

/** Limits the number of parallel requests of all uploads together. */
export function makeSlots(count: number): Slots {
  let free = count
  const waiting: (() => void)[] = []
  const take = async () => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const giveBack = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  return {
    use: async (work, signal) => {
      await take()
      try {
        signal.throwIfAborted()
        return await work()
      } finally {
        giveBack()
      }
    },
  }
}
