import type { Curve } from '@kinora/contract'

const PERCENTS = 101

/** The share of the views that played each hundredth of a video, from its start to its end, so that videos of any length
 * can be compared. Null without views. */
export function sharesByPercent({ views, points }: Pick<Curve, 'views' | 'points'>): (number | null)[] {
  const last = points.length - 1
  return Array.from({ length: PERCENTS }, (_, percent) => {
    const point = points[Math.min(last, Math.floor((percent * points.length) / (PERCENTS - 1)))]
    return views === 0 || point === undefined ? null : point.views / views
  })
}
