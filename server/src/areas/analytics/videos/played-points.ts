const MOST_POINTS = 300

/** The parts that a video is cut into, all of the same length but the last one. */
export interface Grid {
  /** Length of a point, in whole seconds. */
  readonly step: number
  readonly count: number
}

export function gridOf(duration: number): Grid {
  const step = Math.max(1, Math.ceil(duration / MOST_POINTS))
  return { step, count: Math.max(1, Math.ceil(duration / step)) }
}

/** The points that a row of `played_ranges` played, as often as it played them.
 * @param grid expressions: numbers, or columns with them */
export function playedPoints({ step, count }: Record<keyof Grid, string>): string {
  return `arrayFlatten(arrayMap(r -> range(least(intDiv(r.1, ${step}), ${count}),
    least(intDiv(r.2 + ${step} - 1, ${step}), ${count})), ranges))`
}
