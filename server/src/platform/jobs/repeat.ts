import type { Logger } from '../log.ts'

export interface RepeatedTask {
  /** Does it again soon: now, or once what runs now has ended. */
  wake(): void
  /** Waits for what runs now. */
  stop(): Promise<void>
}

const AFTER_FAULT_MS = 1_000

/**
 * Does the work again and again, one at a time, until stopped.
 * @param work answers after how many milliseconds it wants to be done again, unless somebody wakes it before
 */
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
        log.warn({ err }, `${what} met an error and goes on`)
        restMs = AFTER_FAULT_MS
        // Whoever woke it meanwhile waits as well, or a fault that stays would keep it busy.
        again = false
      }
    }
    // In the same turn as the last look at `again`: whoever wakes it from here on begins anew.
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
