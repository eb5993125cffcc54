import type { Curve, Retention } from '@kinora/contract'

/** Points are compared over this part of the video, and over at least one point. */
const REACH = 0.02
const MOST = 5
/** Of the views. */
const LEAST_SHARE = 0.03
/** One or two views make no moment. */
const LEAST_VIEWS = 3
/** A video with fewer points has no usual pace. */
const LEAST_POINTS = 6
/** What is further from the usual is hardly chance. */
const STANDARD_DEVIATIONS = 3
/** Sums of decimal fractions are a little off. */
const ROUNDING = 1e-9

/**
 * The moments at which most viewers left. The curve is smoothed: at each point, the mean share of views in the 2 % of the
 * video before it is compared with the mean of the 2 % from it on. A fall counts if it takes 3 % of the views, and at
 * least 3, and twice as many as the video usually loses in that time, and more than chance explains. Of a run of such
 * points the steepest counts.
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
 * What was played again most: how often a view played the next 2 % of the video again, on average. A moment counts if
 * that is 3 % of the views, and at least 3, and twice as often as in the whole video, and more than chance explains. Of a
 * run of such points the first of the most played counts.
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

/** The least share of the views that makes a moment. Counts vary by chance as the root of what is usual (Poisson). */
function leastOf(usual: number, points: number, views: number): number {
  const chance = STANDARD_DEVIATIONS * Math.sqrt(usual / views)
  const unusual = points < LEAST_POINTS ? 0 : usual + Math.max(usual, chance)
  return Math.max(LEAST_SHARE, LEAST_VIEWS / views, unusual) - ROUNDING
}

/** The place of the largest value of each run of large values, the largest first. */
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

/** Of the entries that exist; 0 if none does. */
function meanOf(values: readonly number[], from: number, to: number): number {
  const own = values.slice(Math.max(0, from), to)
  return own.length === 0 ? 0 : own.reduce((sum, value) => sum + value, 0) / own.length
}
