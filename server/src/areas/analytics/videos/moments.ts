import type { Curve, Retention } from '@kinora/contract'

/** Share of the video over which points are averaged, at least one point. */
const REACH = 0.02
const MOST = 5
/** Minimum share of the views for a moment. */
const LEAST_SHARE = 0.03
/** Minimum number of views for a moment. */
const LEAST_VIEWS = 3
/** Videos with fewer points have no meaningful average loss. */
const LEAST_POINTS = 6
/** Moments must exceed the average by this much, so that random variation does not count. */
const STANDARD_DEVIATIONS = 3
/** Tolerance for rounding errors of floating-point sums. */
const ROUNDING = 1e-9

/**
 * Finds the moments at which most viewers left. At each point, the mean share of views over the 2% of the video before it is
 * compared with the mean over the 2% after it. A drop counts if it is at least 3% of the views, at least 3 views, twice the
 * average loss of the video in that time, and above random variation. Of adjacent points the steepest counts.
 */
export function dropOffsOf({ views, points }: Curve): Retention['dropOffs'] {
  if (views === 0) return []
  const reach = reachOf(points)
  const shares = points.map((point) => point.views / views)
  const around = shares.map((_, n) => ({
    before: n === 0 ? (shares[0] ?? 0) : meanOf(shares, n - reach, n),
    after: meanOf(shares, n, n + reach),
  }))
  const falls = around.map(({ before, after }) => before - after)
  const whole = Math.max(0, (shares[0] ?? 0) - (shares.at(-1) ?? 0))
  const usual = (whole * reach) / Math.max(1, points.length - 1)
  return momentsIn(falls, leastOf(usual, points.length, views), reach).map((n) => ({
    at: points[n]?.at ?? 0,
    before: around[n]?.before ?? 0,
    after: around[n]?.after ?? 0,
  }))
}

/**
 * Finds the most replayed moments, by the average number of replays of the next 2% of the video per view. A moment counts if
 * it has at least 0.03 replays per view, at least 3 replays, twice the average of the video, and more than random variation.
 * Of adjacent points the first of the most replayed counts.
 */
export function replaysOf({ views, points }: Curve): Retention['replays'] {
  if (views === 0) return []
  const reach = reachOf(points)
  const repeats = points.map((point) => (point.plays - point.views) / views)
  const again = repeats.map((_, n) => meanOf(repeats, n, n + reach))
  const usual = meanOf(repeats, 0, repeats.length)
  return momentsIn(again, leastOf(usual, points.length, views), reach).map((n) => ({
    at: points[n]?.at ?? 0,
    again: again[n] ?? 0,
  }))
}

function reachOf(points: Curve['points']): number {
  return Math.max(1, Math.round(points.length * REACH))
}

/** Minimum share of the views for a moment. Counts vary randomly with the square root of their mean (Poisson). */
function leastOf(usual: number, points: number, views: number): number {
  const chance = STANDARD_DEVIATIONS * Math.sqrt(usual / views)
  const unusual = points < LEAST_POINTS ? 0 : usual + Math.max(usual, chance)
  return Math.max(LEAST_SHARE, LEAST_VIEWS / views, unusual) - ROUNDING
}

/** Index of the maximum of each run of values above `least`, largest first. */
function momentsIn(values: readonly number[], least: number, reach: number): number[] {
  const tops: { readonly value: number; readonly n: number }[] = []
  for (const [n, value] of values.entries()) {
    if (value < least) continue
    const isRun = n > 0 && (values[n - 1] ?? 0) >= least
    const top = isRun ? tops.at(-1) : undefined
    if (top !== undefined && value <= top.value + ROUNDING) continue
    if (top !== undefined) tops.pop()
    tops.push({ value, n })
  }
  const found: number[] = []
  for (const { n } of tops.toSorted((a, b) => b.value - a.value || a.n - b.n))
    if (found.length < MOST && found.every((other) => Math.abs(other - n) >= reach)) found.push(n)
  return found
}

/** Mean of the values in the range that exist; 0 if there are none. */
function meanOf(values: readonly number[], from: number, to: number): number {
  const own = values.slice(Math.max(0, from), to)
  return own.length === 0 ? 0 : own.reduce((sum, value) => sum + value, 0) / own.length
}
