import { problem } from '../../../platform/problem.ts'
import type { SessionRequest } from '../../delivery/index.ts'

/** Limits new sessions, because each is stored and asks ad servers. */
export interface SessionLimit {
  /** Counts a new session of a viewer. @throws problem rate-limited if its address opened too many */
  assertBelow(channelId: string, viewer: Pick<SessionRequest['viewer'], 'address'>, nowMs: number): void
}

/** New sessions per channel and address. All viewers of a school, a company or a mobile carrier can share one. */
const PER_MINUTE = 6000
const MINUTE_MS = 60_000
/** Maximum number of counters. The oldest ones are dropped. */
const MAX_KNOWN = 20_000

interface Opened {
  readonly sinceMs: number
  count: number
}

export function sessionLimit(perMinute = PER_MINUTE): SessionLimit {
  const opened = new Map<string, Opened>()

  function countedSince(key: string, nowMs: number): Opened {
    const known = opened.get(key)
    if (known !== undefined && nowMs - known.sinceMs < MINUTE_MS) return known
    const counted = { sinceMs: nowMs, count: 0 }
    opened.delete(key)
    opened.set(key, counted)
    const [oldest] = opened.keys()
    if (opened.size > MAX_KNOWN && oldest !== undefined) opened.delete(oldest)
    return counted
  }

  return {
    assertBelow(channelId, { address }, nowMs) {
      const counted = countedSince(`${channelId} ${address}`, nowMs)
      if (counted.count >= perMinute) {
        const leftS = Math.ceil((counted.sinceMs + MINUTE_MS - nowMs) / 1000)
        throw problem('rate-limited', { headers: { 'retry-after': String(leftS) } })
      }
      counted.count += 1
    },
  }
}
