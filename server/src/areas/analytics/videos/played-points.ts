const MOST_POINTS = 300

/** Division of a video into points of equal length. The last one can be shorter. */
export interface Grid {
  /** Length of a point, in whole seconds. */
  readonly step: number
  readonly count: number
}

export function gridOf(duration: number): Grid {
  const step = Math.max(1, Math.ceil(duration / MOST_POINTS))
  return { step, count: Math.max(1, Math.ceil(duration / step)) }
}

/** Expression for the points that a row of `played_ranges` played. Replayed points are repeated.
 * @param grid expressions for step and count */
export function playedPoints({ step, count }: Record<keyof Grid, string>): string {
  return `arrayFlatten(arrayMap(r -> range(least(intDiv(r.1, ${step}), ${count}),
    least(intDiv(r.2 + ${step} - 1, ${step}), ${count})), ranges))`
}
