/** Reaction to a late encoder. `late`: drop frames until the next keyframe. `too-slow`: encode fewer renditions. */
export type Lateness = 'on-time' | 'late' | 'too-slow'

/** Delay from which an encoder is late. */
const LATE_MS = 2000
/** Delay below which it has caught up. */
const CAUGHT_UP_MS = 1000
/** An encoder that stays late for so long, although frames are dropped, is too slow. */
const STUCK_MS = 4000
/** An encoder that is late again within this time is too slow. */
const AGAIN_MS = 20_000
/** Time to start, in which an encoder is never too slow. */
const START_MS = 6000

/** Dropping frames is enough for a short load peak. If it does not help, or is soon necessary again, the machine is too
 * slow. */
export function createOverload(startedMs: number): (behindMs: number, nowMs: number) => Lateness {
  let lateSinceMs: number | null = null
  let lastLateMs = Number.NEGATIVE_INFINITY
  return (behindMs, nowMs) => {
    if (behindMs < CAUGHT_UP_MS) lateSinceMs = null
    if (behindMs < LATE_MS) return lateSinceMs === null ? 'on-time' : 'late'
    if (nowMs - startedMs < START_MS) return 'late'
    if (lateSinceMs !== null) return nowMs - lateSinceMs < STUCK_MS ? 'late' : 'too-slow'
    const isAgain = nowMs - lastLateMs < AGAIN_MS
    lateSinceMs = nowMs
    lastLateMs = nowMs
    return isAgain ? 'too-slow' : 'late'
  }
}
