import { timeBetween, wrapTime } from './ts-times.ts'
import type { TsView } from './ts-view.ts'

/** Notices that the clock of a stream goes on elsewhere, because its sender began again. Pure: times come from the caller. */
export interface ClockWatch {
  /** Returns whether it has jumped since the last call. @param clock of the stream, as its view has it */
  hasJumped(clock: ReturnType<TsView['clock']>): boolean
}

const TICKS_PER_US = 0.09
/** Less is a delay of the network, or a pause of this process. */
const JUMP_TICKS = 5 * 90_000

export function createClockWatch(): ClockWatch {
  let last: ReturnType<TsView['clock']> = null
  return {
    hasJumped(clock) {
      const before = last
      last = clock
      if (before === null || clock === null) return false
      const expected = before.ticks + (clock.atUs - before.atUs) * TICKS_PER_US
      return Math.abs(timeBetween(wrapTime(expected), clock.ticks)) > JUMP_TICKS
    },
  }
}
