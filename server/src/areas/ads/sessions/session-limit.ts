import type { SessionRequest } from '../../delivery/index.ts'

type Viewer = SessionRequest['viewer']

/** Limits new sessions, because each is stored and asks ad servers. */
export interface SessionLimit {
  /** ID of a session to reuse if the limit is reached. Null if a new one can be opened. */
  reused(channelId: string, viewer: Viewer, nowMs: number): string | null
  add(channelId: string, viewer: Viewer, sessionId: string): void
}

/** New sessions per channel and browser. */
const PER_MINUTE = 60
/** New sessions per channel and address, because all viewers of a school or company can share one. */
const PER_ADDRESS = 10 * PER_MINUTE
const MINUTE_MS = 60_000
/** Maximum number of counters. The oldest ones are dropped. */
const MAX_KNOWN = 20_000
const MAX_USER_AGENT = 300

interface Opened {
  readonly sinceMs: number
  count: number
  lastId: string | null
}

export function sessionLimit(perMinute = PER_MINUTE, perAddress = PER_ADDRESS): SessionLimit {
  const opened = new Map<string, Opened>()
  const keysOf = (channelId: string, { address, userAgent }: Viewer) => {
    const ofAddress = `${channelId} ${address}`
    return [
      { key: `${ofAddress} ${userAgent.slice(0, MAX_USER_AGENT)}`, most: perMinute },
      { key: ofAddress, most: perAddress },
    ]
  }

  function reusedOf(key: string, most: number, nowMs: number): string | null {
    const known = opened.get(key)
    if (known !== undefined && nowMs - known.sinceMs < MINUTE_MS) {
      known.count += 1
      return known.count > most ? known.lastId : null
    }
    opened.delete(key)
    opened.set(key, { sinceMs: nowMs, count: 1, lastId: null })
    const [oldest] = opened.keys()
    if (opened.size > MAX_KNOWN && oldest !== undefined) opened.delete(oldest)
    return null
  }

  return {
    reused(channelId, viewer, nowMs) {
      const found = keysOf(channelId, viewer).map(({ key, most }) => reusedOf(key, most, nowMs))
      return found.find((id) => id !== null) ?? null
    },
    add(channelId, viewer, sessionId) {
      for (const { key } of keysOf(channelId, viewer)) {
        const known = opened.get(key)
        if (known !== undefined) known.lastId = sessionId
      }
    },
  }
}
