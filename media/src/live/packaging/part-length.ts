import { LIVE_TICKS, type LivePacket } from '../source.ts'

const ENOUGH_FRAMES = 4
const ENOUGH_TICKS = LIVE_TICKS

/** Whether these frames of a stream are enough to know its frame rate. */
export function showFrameRate(frames: readonly LivePacket[]): boolean {
  const span = (frames.at(-1)?.dts ?? 0) - (frames[0]?.dts ?? 0)
  return frames.length >= ENOUGH_FRAMES || (frames.length > 1 && span >= ENOUGH_TICKS)
}

/** Length of the parts of a stream in seconds. */
export interface PartLength {
  /** Parts end at the frame whose end is nearest to this length. */
  readonly aimS: number
  /** No part is longer: PART-TARGET. */
  readonly longestS: number
}

/** Room for encoders whose frames are not evenly spaced. Parts must have 85 % of the longest length, except at the end of
 * a segment (RFC 8216bis 4.4.4.9). */
const ROOM = 1.05

/** Finds the length that a whole number of frames fills.
 * @param wantedS length for high frame rates @param frames first frames of the stream */
export function partLength(wantedS: number, frames: readonly LivePacket[]): PartLength {
  const steps = frames.slice(1).map(({ dts }, n) => dts - (frames[n]?.dts ?? 0))
  const frameS = Math.min(...steps.filter((step) => step > 0)) / LIVE_TICKS
  const aimS = Number.isFinite(frameS) ? Math.max(1, Math.round(wantedS / frameS)) * frameS : wantedS
  return { aimS, longestS: Math.ceil(aimS * ROOM * 1000) / 1000 }
}
