/** Time as the uploads know it; tests bring their own. */
export interface Clock {
  now(): number
  /** Calls `run` once; the answer takes it back. */
  after(ms: number, run: () => void): () => void
}

export const wallClock: Clock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

export interface Sleeper {
  /** Ends after `ms`, or as soon as somebody wakes it. Rejects with the signal's reason. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  wake(): void
}

export function makeSleeper(clock: Clock): Sleeper {
  const asleep = new Set<() => void>()
  return {
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const rise = () => {
          takeBack()
          asleep.delete(rise)
          signal.removeEventListener('abort', rise)
          if (signal.aborted) reject(signal.reason)
          else resolve()
        }
        const takeBack = clock.after(ms, rise)
        asleep.add(rise)
        signal.addEventListener('abort', rise)
        if (signal.aborted) rise()
      }),
    wake: () => {
      for (const rise of [...asleep]) rise()
    },
  }
}
