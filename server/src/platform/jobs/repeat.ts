import type { Logger } from '../log.ts'

export interface RepeatedTask {
  /** Runs the work again at once, or after the current run. */
  wake(): void
  /** Stops after the current run. */
  stop(): Promise<void>
}

const AFTER_FAULT_MS = 1_000

/** Repeats the work, one run at a time, until stopped.
 * @param work returns the milliseconds until the next run, which `wake` shortens */
export function repeat(work: () => Promise<number>, what: string, log: Logger): RepeatedTask {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let again = false
  let stopped = false

  const run = async () => {
    let restMs = 0
    while (!stopped && (again || restMs === 0)) {
      again = false
      try {
        restMs = await work()
      } catch (err) {
        log.warn({ err }, `${what} had an error and continues`)
        restMs = AFTER_FAULT_MS
        // A wake-up during a failed run waits too. Otherwise a permanent error would cause a busy loop.
        again = false
      }
    }
    // In the same tick as the last check of `again`, so that a later `wake` starts a new run.
    running = null
    if (!stopped) timer = setTimeout(wake, restMs)
  }

  const wake = () => {
    if (stopped) return
    again = true
    clearTimeout(timer)
    running ??= run()
  }

  wake()
  return {
    wake,
    async stop() {
      stopped = true
      await running
      clearTimeout(timer)
    },
  }
}
