/** Free space at a time. */
export interface FreePoint {
  readonly atS: number
  readonly free: number
}

const HOUR_S = 3600
/** The trend is not known before. */
const LEAST_S = 6 * HOUR_S
/** Points of the trend: those of a week are one for each hour. Each pair has a slope. */
const MAX_POINTS = 168
/** A burst, such as a large import, is seen in this time. */
const BURST_S = 30 * 60
const LEAST_BURST_S = 15 * 60
/** A burst usually ends, so it matters only if the disk is full within this time. */
const BURST_WITHIN_S = 6 * HOUR_S

/**
 * Seconds until the disk is full. Null if it does not fill up, or if this is not known yet.
 *
 * The trend is the median of the slopes between all pairs of points (Theil–Sen), so that one large clean-up does not
 * change it. @param points oldest first, at most a week
 */
export function secondsUntilFull(points: readonly FreePoint[]): number | null {
  const newest = points.at(-1)
  if (newest === undefined) return null
  const recent = points.filter(({ atS }) => atS >= newest.atS - BURST_S)
  const burst = spanOf(recent) >= LEAST_BURST_S ? fullAfter(newest.free, slopeOf(thinned(recent))) : null
  if (burst !== null && burst <= BURST_WITHIN_S) return burst
  return spanOf(points) >= LEAST_S ? fullAfter(newest.free, slopeOf(thinned(points))) : null
}

function spanOf(points: readonly FreePoint[]): number {
  return (points.at(-1)?.atS ?? 0) - (points[0]?.atS ?? 0)
}

/** Beyond a year, a forecast says nothing. */
const YEAR_S = 365 * 86_400

function fullAfter(free: number, slope: number): number | null {
  if (slope >= 0) return null
  const seconds = free / -slope
  return seconds > YEAR_S ? null : seconds
}

/** At most one point in each of `MAX_POINTS` equal steps of time, so that times with more measurements weigh no more. */
function thinned(points: readonly FreePoint[]): FreePoint[] {
  const [first] = points
  if (first === undefined) return []
  const step = Math.max(1, spanOf(points) / MAX_POINTS)
  return [...new Map(points.map((point) => [Math.floor((point.atS - first.atS) / step), point])).values()]
}

/** Median of the slopes between all pairs of points. */
function slopeOf(points: readonly FreePoint[]): number {
  const slopes = points.flatMap((one, n) =>
    points.slice(n + 1).map((other) => (other.free - one.free) / Math.max(1, other.atS - one.atS)),
  )
  if (slopes.length === 0) return 0
  const sorted = Float64Array.from(slopes).sort()
  const middle = sorted.length >> 1
  return ((sorted[middle] ?? 0) + (sorted[(sorted.length - 1) >> 1] ?? 0)) / 2
}
