/** The clock of the uploads; tests pass their own. */
export interface Clock {
  now(): number
  /** Calls `run` once after `ms`; the returned function cancels it. */
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
  /** Resolves after `ms` or when `wake` is called. Rejects with the signal's reason. */
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
