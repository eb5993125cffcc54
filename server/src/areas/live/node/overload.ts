/** Decides what to do about an encoder that is late: nothing, leave frames out up to the next keyframe, or encode less. */
export type Lateness = 'on-time' | 'late' | 'too-slow'

/** An encoder that is so far behind is late. */
const LATE_MS = 2000
/** It has caught up again. */
const CAUGHT_UP_MS = 1000
/** Late for so long although nothing new was sent to it. */
const STUCK_MS = 4000
/** Late again so soon after it had caught up. */
const AGAIN_MS = 20_000
/** Programs start slowly on a machine that is busy. */
const START_MS = 6000

/** Leaving frames out helps against a short load of the machine. If it does not help, or is soon needed again, the
 * machine is too slow. */
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
