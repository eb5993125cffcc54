import type { Logger } from '../../platform/log.ts'

/** Runs tasks one after the other beside the requests, so that the time of a response does not show what is recorded. */
export interface Later {
  /** Adds a task. A flood of tasks is dropped. */
  add(task: () => Promise<void>): void
  /** Waits for the added tasks. */
  settle(): Promise<void>
}

const MAX_WAITING = 1_000

export function openLater(log: Logger): Later {
  let waiting = 0
  let last: Promise<void> = Promise.resolve()
  return {
    add(task) {
      if (waiting >= MAX_WAITING) return
      waiting += 1
      last = last
        .then(task)
        .catch((err: unknown) => log.error({ err }, 'the security log misses a record'))
        .finally(() => {
          waiting -= 1
        })
    },
    settle: () => last,
  }
}
