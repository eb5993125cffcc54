import type { KeyframeSample } from './passthrough.ts'
import type { Rational } from './rational.ts'
import { fps } from './rational.ts'

/** Sound begins this much before time zero at most: what AAC encoders need to get going (Apple's: 2112 samples). */
export const PRIMING_S = 0.05

/** B-frames make a picture wait for the frames it leans on; a slow clock would make that wait long. */
const slowestWithBFrames = 10
const bFrames = 3

/** How many frames later x264 hands out a picture whose B-frames may lean on each other. */
const reorderedFrames = 2

export function bFramesAt(frameRate: Rational): number {
  return fps(frameRate) < slowestWithBFrames ? 0 : bFrames
}

/**
 * Where time zero of a source lies on the clock of its segments. Decoding starts before time zero, by the
 * picture's reordering and the sound's priming, and a segment's decode time (tfdt) has no sign.
 */
export function timelineStartS(frameRate: Rational | null, repackaged: KeyframeSample | null): number {
  const encoded = frameRate && bFramesAt(frameRate) > 0 ? reorderedFrames / fps(frameRate) : 0
  const earliestS = Math.max(PRIMING_S, encoded, repackaged?.reorderS ?? 0)
  // Parts of a microsecond are noise of the sums before.
  return Math.ceil(earliestS * 1000 - 0.001) / 1000
}
