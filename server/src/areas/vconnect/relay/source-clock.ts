/** Converts the 32-bit times of a sender to times on the clock of this machine, in microseconds. */
export type SourceClock = (timestampUs: number, nowUs: number) => number

const WRAP = 2 ** 32
/** A jump of this length is a new clock. */
const JUMP_US = 10_000_000
/** Time after which the shortest delay is measured again, because clocks drift. */
const WINDOW_US = 10_000_000
/** Most microseconds by which times move for each microsecond. */
const SLEW = 0.0005

/** The packet with the shortest delay decides: the others keep their distance to it, so that a receiver can restore the spacing
 * of the sender. */
export function createSourceClock(): SourceClock {
  let last: number | null = null
  let offset = 0
  let lastNowUs = 0
  let windowEndUs = 0
  let windowLeast = Number.POSITIVE_INFINITY
  let target = 0
  return (timestampUs, nowUs) => {
    const time = last === null ? timestampUs : last + nearest(timestampUs - last)
    const delay = nowUs - time
    if (last === null || Math.abs(delay - offset) > JUMP_US) {
      offset = delay
      target = delay
      windowLeast = delay
      windowEndUs = nowUs + WINDOW_US
    }
    last = time
    if (nowUs >= windowEndUs) {
      target = windowLeast
      windowLeast = delay
      windowEndUs = nowUs + WINDOW_US
    }
    windowLeast = Math.min(windowLeast, delay)
    if (delay < offset) {
      offset = delay
      target = Math.min(target, delay)
    } else if (target > offset) offset += Math.min(target - offset, Math.max(0, nowUs - lastNowUs) * SLEW)
    lastNowUs = nowUs
    return time + offset
  }
}

/** A difference of 32-bit times in the nearer direction. */
function nearest(difference: number): number {
  const forward = ((difference % WRAP) + WRAP) % WRAP
  return forward < WRAP / 2 ? forward : forward - WRAP
}
