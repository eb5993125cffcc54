import { createLoopWatch, createRateLimit } from '@kinora/media'

/** Decides whether the payloads of an input are passed on: not above its bitrate, and not if they come back to it. */
export interface InputGate {
  /** A connection begins. */
  begin(nowMs: number): void
  /** Counts a payload. `loop`: the stream comes back, which is said once. */
  count(payload: Buffer, nowMs: number, isDatagram: boolean): 'passed' | 'held' | 'loop'
  /** Whether the stream is above the limit, and whether it was before. */
  check(nowMs: number, maxKbps: number): { readonly isOver: boolean; readonly wasOver: boolean }
  isOver(): boolean
}

/** A stream that came back is not passed on for so long, so that what still goes around ends. */
const LOOP_MS = 30_000

export function createInputGate(): InputGate {
  const limit = createRateLimit(performance.now())
  let watch = createLoopWatch()
  let loopedMs = Number.NEGATIVE_INFINITY
  let isOver = false
  return {
    begin: limit.begin,
    count(payload, nowMs, isDatagram) {
      // A payload that is held back is measured, so that the stream can go on.
      limit.add(payload.length)
      if (isOver || nowMs - loopedMs < LOOP_MS) return 'held'
      if (!isDatagram || !watch.push(payload, nowMs)) return 'passed'
      loopedMs = nowMs
      watch = createLoopWatch()
      return 'loop'
    },
    check(nowMs, maxKbps) {
      const wasOver = isOver
      isOver = limit.check(nowMs, maxKbps)
      return { isOver, wasOver }
    },
    isOver: () => isOver,
  }
}
