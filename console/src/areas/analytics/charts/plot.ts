import { max, ticks } from 'd3-array'
import { area, curveMonotoneX, line } from 'd3-shape'

/** A line of a chart: a value for each step, null where there is none. */
export type Values = readonly (number | null)[]

/** Where values are in a chart, in pixels. */
export interface Plot {
  readonly x: (step: number) => number
  readonly y: (value: number) => number
  /** Values with a line across, from 0 up. */
  readonly ticks: readonly number[]
  readonly line: (values: Values) => string
  /** From the line down to 0. */
  readonly area: (values: Values) => string
  /** The step nearest to a place. */
  readonly stepAt: (x: number) => number
}

const TICKS = 4

/** @param isWhole there are no values between whole numbers, such as half a view */
export function plotOf(
  { width, height }: { readonly width: number; readonly height: number },
  steps: number,
  lines: readonly Values[],
  isWhole = false,
): Plot {
  const highest = max(lines.flat(), (value) => value ?? 0) ?? 0
  const marks = ticks(0, highest || 1, TICKS).filter((tick) => !isWhole || Number.isInteger(tick))
  const [first = 0, second = 1] = marks
  const last = marks.at(-1) ?? 1
  // The highest value stays below the top line.
  const top = last >= highest ? last : last + (second - first)
  const x = (step: number) => (steps <= 1 ? width / 2 : (step * width) / (steps - 1))
  const y = (value: number) => height - (value / top) * height
  const place = (_: number | null, step: number) => x(step)
  const isKnown = (value: number | null) => value !== null
  return {
    x,
    y,
    ticks: top === last ? marks : [...marks, top],
    line: (values) =>
      line<number | null>()
        .x(place)
        .y((value) => y(value ?? 0))
        .defined(isKnown)
        .curve(curveMonotoneX)([...values]) ?? '',
    area: (values) =>
      area<number | null>()
        .x(place)
        .y0(height)
        .y1((value) => y(value ?? 0))
        .defined(isKnown)
        .curve(curveMonotoneX)([...values]) ?? '',
    stepAt: (at) => Math.min(steps - 1, Math.max(0, Math.round((at / (width || 1)) * (steps - 1)))),
  }
}

/** Moves labels apart, so that they do not cover each other. Returns a place for each, in the same order.
 * @param places wanted places, from the top */
export function apart(places: readonly number[], gap: number, height: number): number[] {
  const order = places.map((place, n) => ({ place, n })).toSorted((a, b) => a.place - b.place)
  const moved: number[] = []
  let free = 0
  for (const { place, n } of order) {
    moved[n] = Math.max(place, free)
    free = (moved[n] ?? 0) + gap
  }
  let limit = height
  for (const { n } of order.toReversed()) {
    moved[n] = Math.min(moved[n] ?? 0, limit)
    limit = (moved[n] ?? 0) - gap
  }
  return moved
}
