import type { Curve } from '@kinora/contract'

const PERCENTS = 101

/** Resamples a retention curve to percents of the length, so that videos of different lengths can be compared. Null without
 * views. */
export function sharesByPercent({ views, points }: Pick<Curve, 'views' | 'points'>): (number | null)[] {
  const last = points.length - 1
  return Array.from({ length: PERCENTS }, (_, percent) => {
    const point = points[Math.min(last, Math.floor((percent * points.length) / (PERCENTS - 1)))]
    return views === 0 || point === undefined ? null : point.views / views
  })
}
