import { LIVE_TICKS, type LivePacket } from '../source.ts'

const ENOUGH_FRAMES = 4
const ENOUGH_TICKS = LIVE_TICKS

/** Whether these frames of a stream are enough to know its frame rate. */
export function showFrameRate(frames: readonly LivePacket[]): boolean {
  const span = (frames.at(-1)?.dts ?? 0) - (frames[0]?.dts ?? 0)
  return frames.length >= ENOUGH_FRAMES || (frames.length > 1 && span >= ENOUGH_TICKS)
}

/** Parts have at least this share of their longest length, except at the end of a segment (RFC 8216bis 4.4.4.9). */
const LEAST_SHARE = 0.85

/** Length of parts in seconds, so that a whole number of frames fills it.
 * @param wantedS length for high frame rates @param frames first frames of the stream */
export function partLength(wantedS: number, frames: readonly LivePacket[]): number {
  const steps = frames.slice(1).map(({ dts }, n) => dts - (frames[n]?.dts ?? 0))
  const frameS = Math.min(...steps.filter((step) => step > 0)) / LIVE_TICKS
  if (!Number.isFinite(frameS)) return wantedS
  const fitting = Math.floor(wantedS / frameS) * frameS
  if (fitting >= LEAST_SHARE * wantedS) return wantedS
  const lengthS = Math.max(1, Math.round(wantedS / frameS)) * frameS
  // Rounded up to milliseconds, with room for the rounding of each frame.
  return Math.ceil(lengthS * 1000 + 1) / 1000
}
