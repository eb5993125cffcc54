type Values = readonly (number | null)[]

/** Selects the steps of a line to draw: all, or about `most` if there are more. The first, last, lowest and highest value of
 * each time span are kept (M4: Jugel et al. 2014, "M4: A Visualization-Oriented Time Series Data Aggregation"), and one
 * step of each run without values, so that the line keeps its gaps. */
export function sampledSteps(values: Values, most: number): number[] {
  if (values.length <= most) return values.map((_, step) => step)
  const spans = Math.max(1, Math.floor(most / 4))
  const kept = new Set<number>([0, values.length - 1])
  for (let n = 0; n < spans; n += 1) {
    const end = Math.floor(((n + 1) * values.length) / spans)
    for (const step of extremesOf(values, Math.floor((n * values.length) / spans), end)) kept.add(step)
  }
  const steps = [...kept].toSorted((a, b) => a - b)
  return steps.flatMap((step, n) => {
    const gap = values.indexOf(null, step + 1)
    const next = steps[n + 1]
    return next !== undefined && gap !== -1 && gap < next ? [step, gap] : [step]
  })
}

/** Steps with the first, last, lowest and highest value in a range of steps. */
function extremesOf(values: Values, start: number, end: number): number[] {
  let [first, last, lowest, highest] = [-1, -1, -1, -1]
  const at = (step: number) => values[step] ?? 0
  for (let step = start; step < end; step += 1) {
    if (values[step] === null) continue
    if (first === -1) first = step
    if (lowest === -1 || at(step) < at(lowest)) lowest = step
    if (highest === -1 || at(step) > at(highest)) highest = step
    last = step
  }
  return [first, last, lowest, highest].filter((step) => step !== -1)
}
