export interface Throttle {
  start(): void
  cancel(): void
}

/** Throttles: runs once `ms` after the first call, and ignores calls until then. */
export function makeThrottle(ms: number, run: () => void): Throttle {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    start: () => {
      timer ??= setTimeout(() => {
        timer = undefined
        run()
      }, ms)
    },
    cancel: () => {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
