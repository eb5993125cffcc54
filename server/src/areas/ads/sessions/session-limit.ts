import type { SessionRequest } from '../../delivery/index.ts'

type Viewer = SessionRequest['viewer']

/** Limits new sessions, each of which is stored and asks ad servers. */
export interface SessionLimit {
  /** The session to use again if too many of the channel were opened. Null if another one may be opened. */
  reused(channelId: string, viewer: Viewer, nowMs: number): string | null
  add(channelId: string, viewer: Viewer, sessionId: string): void
}

/** Of one browser. */
const PER_MINUTE = 60
/** Viewers of a school or a company can have one address. */
const PER_ADDRESS = 10 * PER_MINUTE
const MINUTE_MS = 60_000
/** Those that were added first are dropped. */
const MAX_KNOWN = 20_000
const MAX_USER_AGENT = 300

interface Opened {
  readonly sinceMs: number
  count: number
  lastId: string | null
}

/** Viewers behind one address share sessions only above its limit. */
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
