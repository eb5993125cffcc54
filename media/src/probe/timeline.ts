import type { Rational } from './rational.ts'
import { fps } from './rational.ts'

/** Sound begins this much before time zero at most: what AAC encoders need to get going (Apple's: 2112 samples). */
export const PRIMING_S = 0.05

/** B-frames make a picture wait for the frames it leans on; a slow clock would make that wait long. */
const slowestWithBFrames = 10
const bFrames = 3

export function bFramesAt(frameRate: Rational): number {
  return fps(frameRate) < slowestWithBFrames ? 0 : bFrames
}
