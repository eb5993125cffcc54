/** Limits new sessions, each of which is stored and asks ad servers. */
export interface SessionLimit {
  /** The session to use again if this address has opened too many of the channel. Null if it may open one. */
  reused(channelId: string, address: string, nowMs: number): string | null
  add(channelId: string, address: string, sessionId: string): void
}

const PER_MINUTE = 60
const MINUTE_MS = 60_000
/** Those that were added first are dropped. */
const MAX_ADDRESSES = 10_000

interface Opened {
  readonly sinceMs: number
  count: number
  lastId: string | null
}

/** Viewers behind one address share sessions only above the limit. */
export function sessionLimit(perMinute = PER_MINUTE): SessionLimit {
  const opened = new Map<string, Opened>()
  return {
    reused(channelId, address, nowMs) {
      const key = `${channelId} ${address}`
      const known = opened.get(key)
      if (known !== undefined && nowMs - known.sinceMs < MINUTE_MS) {
        known.count += 1
        return known.count > perMinute ? known.lastId : null
      }
      opened.delete(key)
      opened.set(key, { sinceMs: nowMs, count: 1, lastId: null })
      const [oldest] = opened.keys()
      if (opened.size > MAX_ADDRESSES && oldest !== undefined) opened.delete(oldest)
      return null
    },
    add(channelId, address, sessionId) {
      const known = opened.get(`${channelId} ${address}`)
      if (known !== undefined) known.lastId = sessionId
    },
  }
}
