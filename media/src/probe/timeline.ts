import type { Rational } from './rational.ts'
import { fps } from './rational.ts'

/** Maximum time that audio starts before zero: priming samples of AAC encoders (Apple's: 2112). */
export const PRIMING_S = 0.05

/** Players show the last picture for so long anyway, so a shorter hold at the end is not encoded. */
export const END_HOLD_S = 0.5

/** B-frames delay frames until their references are decoded, which takes long at low frame rates. */
const slowestWithBFrames = 10
const bFrames = 3

export function bFramesAt(frameRate: Rational): number {
  return fps(frameRate) < slowestWithBFrames ? 0 : bFrames
}
