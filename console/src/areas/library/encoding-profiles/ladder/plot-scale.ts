/** Positions on a logarithmic axis from 0 to 1. A single value stands in the middle. */
export function logScale(least: number, most: number): (value: number) => number {
  const [from, to] = [Math.log(least), Math.log(most)]
  return (value) => (from === to ? 0.5 : (Math.log(value) - from) / (to - from))
}

const mostTicks = 5
const steps = [[1, 2, 5], [1, 3], [1]] as const

/** Round values between two numbers, for a logarithmic axis. */
export function logTicks(least: number, most: number): number[] {
  const powers = Array.from(
    { length: Math.ceil(Math.log10(most)) - Math.floor(Math.log10(least)) + 1 },
    (_, n) => 10 ** (Math.floor(Math.log10(least)) + n),
  )
  const choices = steps.map((step) =>
    powers
      .flatMap((power) => step.map((each) => each * power))
      .filter((tick) => tick >= least && tick <= most),
  )
  return choices.find((ticks) => ticks.length <= mostTicks) ?? choices.at(-1) ?? []
}

/** Moves positions apart, in order, so that no two are closer than `gap`. The lowest stays within `most`. */
export function pushApart(positions: readonly number[], gap: number, most: number): number[] {
  const order = positions.map((_, n) => n).toSorted((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0))
  const placed = [...positions]
  let free = Number.NEGATIVE_INFINITY
  for (const n of order) {
    placed[n] = Math.max(placed[n] ?? 0, free)
    free = placed[n] + gap
  }
  let limit = most
  for (const n of order.toReversed()) {
    placed[n] = Math.min(placed[n] ?? 0, limit)
    limit = placed[n] - gap
  }
  return placed
}
