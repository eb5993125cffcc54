import { LIVE_TICKS, type LivePacket } from './source.ts'

/** Decides when a source has stopped sending. */
export interface Silence {
  /** Takes the arrival of a frame. */
  heard(now: number, frame: Pick<LivePacket, 'dts' | 'isKey'>): void
  /** Whether the source has been silent for too long, or has not sent anything. */
  isOver(now: number): boolean
}

/** Time without frames after which viewers see another source. */
const USUAL = 0.6 * LIVE_TICKS
/** The same for sources whose keyframes are far apart: viewers would see the other source until the next one. */
const FOR_FAR_KEYFRAMES = 1.5 * LIVE_TICKS
const FAR = 4 * LIVE_TICKS
/** A source with a low or variable frame rate may be silent for a multiple of its longest interval. */
const INTERVALS = 2.5
const LONGEST = 3 * LIVE_TICKS
/** Screen sharing has no frames while the screen stands still. Times of frames show it, unlike late ones. */
const PAUSES = 1.5
const PAUSES_FOR = 300 * LIVE_TICKS
const REMEMBERED = 16
/** Number of intervals from which the frame rate is known. */
const ENOUGH = 3

export function createSilence(): Silence {
  let last: number | null = null
  let lastKey: number | null = null
  let keyInterval = 0
  let intervals: number[] = []
  let lastDts: number | null = null
  /** Longest step between the times of two frames in the last minutes. */
  let pause = { ticks: 0, at: 0 }

  function limit(now: number): number {
    if (intervals.length < ENOUGH) return LONGEST
    const sinceKey = lastKey === null ? 0 : now - lastKey
    const least = Math.max(keyInterval, sinceKey) > FAR ? FOR_FAR_KEYFRAMES : USUAL
    return Math.min(Math.max(least, INTERVALS * Math.max(...intervals), PAUSES * pause.ticks), LONGEST)
  }

  return {
    heard(now, { dts, isKey }) {
      const step = lastDts === null ? 0 : dts - lastDts
      lastDts = dts
      const isLongest = step >= pause.ticks || now - pause.at > PAUSES_FOR
      if (isLongest && step < LONGEST) pause = { ticks: step, at: now }
      // After an outage the frame rate is as before.
      if (last !== null && now - last < LONGEST) intervals = intervals.concat(now - last).slice(-REMEMBERED)
      last = now
      if (!isKey) return
      if (lastKey !== null) keyInterval = now - lastKey
      lastKey = now
    },
    isOver: (now) => last === null || now - last >= limit(now),
  }
}
