import type { SourceVideo } from './probe.ts'
import type { Rational } from './rational.ts'
import { fps } from './rational.ts'

export const MAX_FRAME_RATE = 60

const standardRates: Rational[] = [
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
export function frameRateFor(video: SourceVideo, maxRate: number | null = null): Rational {
  const sourceFps = sourceRate(video)
  return maxRate === null ? sourceFps : withinCap(sourceFps, maxRate)
}

/** The exact frame rate behind a rounded one. */
export function nearestRate(rate: number): Rational {
  const near = standardRates.find((standard) => Math.abs(fps(standard) - rate) < rate * 0.0005)
  return near ?? { num: Math.max(1000, Math.round(rate * 1000)), den: 1000 }
}

/** Prefers half the rate if it is close to the maximum, since dropping every second frame keeps motion smooth;
 * otherwise the maximum. */
function withinCap(sourceFps: Rational, maxRate: number): Rational {
  if (fps(sourceFps) <= maxRate + 0.01) return sourceFps
  const half = { num: sourceFps.num, den: sourceFps.den * 2 }
  const isNear = fps(half) <= maxRate + 0.01 && fps(half) >= maxRate * 0.8
  return isNear ? half : { num: maxRate, den: 1 }
}

function sourceRate(video: SourceVideo): Rational {
  const average = halveToLimit(fps(video.frameRate) > 0 ? video.frameRate : { num: 25, den: 1 })
  const rate = fps(average)
  const near = standardRates.find((standard) => Math.abs(fps(standard) - rate) < rate * 0.0005)
  if (near) return near
  if (video.isVfr)
    return standardRates.find((standard) => fps(standard) >= rate * 0.98) ?? { num: 60, den: 1 }
  return rate < 1 ? { num: 1, den: 1 } : average
}

function halveToLimit(rate: Rational): Rational {
  return fps(rate) > MAX_FRAME_RATE + 0.01 ? halveToLimit({ num: rate.num, den: rate.den * 2 }) : rate
}
