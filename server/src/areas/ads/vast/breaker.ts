/** Circuit breaker: stops requests to a server that does not answer, so that viewers do not wait for it and it can recover. */
export interface Breaker {
  /** Whether the server is paused. After the pause, one request may try again. */
  isPaused(server: string, nowMs: number): boolean
  record(server: string, hasAnswered: boolean, nowMs: number): void
}

const FAILURES = 5
const PAUSE_MS = 10_000
/** Maximum number of servers in memory. The oldest failures are dropped. */
const MAX_SERVERS = 10_000

interface Failing {
  failures: number
  pausedUntilMs: number
}

export function createBreaker(pauseMs = PAUSE_MS): Breaker {
  const failing = new Map<string, Failing>()
  return {
    isPaused(server, nowMs) {
      const known = failing.get(server)
      if (known === undefined || known.failures < FAILURES) return false
      if (nowMs < known.pausedUntilMs) return true
      known.pausedUntilMs = nowMs + pauseMs
      return false
    },
    record(server, hasAnswered, nowMs) {
      const known = failing.get(server) ?? { failures: 0, pausedUntilMs: 0 }
      failing.delete(server)
      if (hasAnswered) return
      known.failures += 1
      known.pausedUntilMs = nowMs + pauseMs
      failing.set(server, known)
      const [oldest] = failing.keys()
      if (failing.size > MAX_SERVERS && oldest !== undefined) failing.delete(oldest)
    },
  }
}

/** Records each server once per decision, even if several of its requests fail. */
export function recordOnce(
  record: (server: string, hasAnswered: boolean) => void,
): (server: string, hasAnswered: boolean) => void {
  const failed = new Set<string>()
  return (server, hasAnswered) => {
    if (!hasAnswered && failed.has(server)) return
    if (!hasAnswered) failed.add(server)
    record(server, hasAnswered)
  }
}
