/** Limits the bitrate of an input. Pure: times come from the caller. */
export interface RateLimit {
  /** A new connection of a stream that was over the limit is measured from its start: the pause before it is no lower bitrate. */
  begin(nowMs: number): void
  add(bytes: number): void
  /** Whether the stream is over the limit: from the end of a window above it until the end of one below. */
  check(nowMs: number, maxKbps: number): boolean
}

/** Bursts within it are no excess. */
const WINDOW_MS = 5000

export function createRateLimit(startMs: number): RateLimit {
  let bytes = 0
  let windowMs = startMs
  let isOver = false
  return {
    begin(nowMs) {
      if (!isOver) return
      bytes = 0
      windowMs = nowMs
    },
    add(more) {
      bytes += more
    },
    check(nowMs, maxKbps) {
      if (nowMs - windowMs < WINDOW_MS) return isOver
      isOver = (bytes * 8) / (nowMs - windowMs) > maxKbps
      bytes = 0
      windowMs = nowMs
      return isOver
    },
  }
}
