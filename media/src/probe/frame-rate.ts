import type { SourceVideo } from './probe.ts'
import type { Rational } from './rational.ts'
import { fps } from './rational.ts'

export const MAX_FRAME_RATE = 60

const standards: Rational[] = [
  { num: 24_000, den: 1001 },
  { num: 24, den: 1 },
  { num: 25, den: 1 },
  { num: 30_000, den: 1001 },
  { num: 30, den: 1 },
  { num: 48, den: 1 },
  { num: 50, den: 1 },
  { num: 60_000, den: 1001 },
  { num: 60, den: 1 },
]

/** The constant frame rate of an encoded ladder: that of the source, halved until it is at most 60, and at most
 * `most`. A variable rate becomes the next standard rate above its average, so that few frames are lost. */
export function frameRateFor(video: SourceVideo, most: number | null = null): Rational {
  const own = ownRate(video)
  return most === null ? own : withinCap(own, most)
}

/** Prefers half the rate if it is close to the maximum, since dropping every second frame keeps motion smooth;
 * otherwise the maximum. */
function withinCap(own: Rational, most: number): Rational {
  if (fps(own) <= most + 0.01) return own
  const half = { num: own.num, den: own.den * 2 }
  const isNear = fps(half) <= most + 0.01 && fps(half) >= most * 0.8
  return isNear ? half : { num: most, den: 1 }
}

function ownRate(video: SourceVideo): Rational {
  const average = halved(fps(video.frameRate) > 0 ? video.frameRate : { num: 25, den: 1 })
  const rate = fps(average)
  const near = standards.find((standard) => Math.abs(fps(standard) - rate) < rate * 0.0005)
  if (near) return near
  if (video.isVfr) return standards.find((standard) => fps(standard) >= rate * 0.98) ?? { num: 60, den: 1 }
  return rate < 1 ? { num: 1, den: 1 } : average
}

function halved(rate: Rational): Rational {
  return fps(rate) > MAX_FRAME_RATE + 0.01 ? halved({ num: rate.num, den: rate.den * 2 }) : rate
}
