import { bisectLeft, max, ticks } from 'd3-array'
import { area, line } from 'd3-shape'
import { sampledSteps } from './sampled-steps.ts'

/** Values of a line, one per step; null if there is none. */
export type Values = readonly (number | null)[]

/** Scales and paths of a chart, in pixels. */
export interface Plot {
  readonly x: (step: number) => number
  readonly y: (value: number) => number
  /** Values of the grid lines, from 0 up. */
  readonly ticks: readonly number[]
  /** Straight between the values: a curve would show values that never were. */
  readonly line: (values: Values) => string
  /** The area between the line and 0. */
  readonly area: (values: Values) => string
  /** Steps that are drawn in any line. The pointer selects only these. */
  readonly drawn: readonly number[]
  /** The nearest drawn step. */
  readonly stepAt: (x: number) => number
}

const TICKS = 4
/** More points make no visible difference. */
const POINTS_PER_PIXEL = 2

/** Computes the scales of a chart.
 * @param isWhole whether values are whole numbers, such as views
 * @param unitOf unit in which the axis has round ticks, such as 60 for minutes */
export function plotOf(
  { width, height }: { readonly width: number; readonly height: number },
  steps: number,
  lines: readonly Values[],
  isWhole = false,
  unitOf: (highest: number) => number = () => 1,
): Plot {
  const highest = max(lines.flat(), (value) => value ?? 0) ?? 0
  const unit = unitOf(highest)
  const marks = ticks(0, (highest || 1) / unit, TICKS)
    .map((tick) => tick * unit)
    .filter((tick) => !isWhole || Number.isInteger(tick))
  const [first = 0, second = 1] = marks
  const last = marks.at(-1) ?? 1
  // The highest value stays below the top line.
  const top = last >= highest ? last : last + (second - first)
  const x = (step: number) => (steps <= 1 ? width / 2 : (step * width) / (steps - 1))
  const y = (value: number) => height - (value / top) * height
  const sampled = (values: Values) =>
    width <= 0 ? values.map((_, step) => step) : sampledSteps(values, POINTS_PER_PIXEL * Math.ceil(width))
  const drawn = [...new Set(lines.flatMap(sampled))].toSorted((a, b) => a - b)
  const valueAt = (values: Values) => (step: number) => y(values[step] ?? 0)
  const isKnown = (values: Values) => (step: number) => values[step] !== null
  return {
    x,
    y,
    drawn,
    ticks: top === last ? marks : [...marks, top],
    line: (values) => line<number>().x(x).y(valueAt(values)).defined(isKnown(values))(sampled(values)) ?? '',
    area: (values) =>
      area<number>().x(x).y0(height).y1(valueAt(values)).defined(isKnown(values))(sampled(values)) ?? '',
    stepAt(at) {
      const step = (at / (width || 1)) * (steps - 1)
      const after = bisectLeft(drawn, step)
      const [before = 0, next = before] = [drawn[after - 1] ?? drawn[after], drawn[after] ?? drawn[after - 1]]
      return step - before < next - step ? before : next
    },
  }
}

/** Round distances between labels, up to 60. */
const ROUND = [1, 2, 3, 4, 5, 6, 10, 15, 20, 25, 30, 40, 50, 60]

/** Number of steps between two labels. @param most maximum number of labels */
export function labelEvery(steps: number, most: number): number {
  const least = Math.ceil(steps / Math.max(1, most))
  return ROUND.find((step) => step >= least) ?? Math.ceil(least / 60) * 60
}

/** Moves labels apart, so that they do not overlap. Returns their positions in the same order.
 * @param positions preferred positions, from the top */
export function apart(positions: readonly number[], gap: number, height: number): number[] {
  const order = positions.map((position, n) => ({ position, n })).toSorted((a, b) => a.position - b.position)
  const moved: number[] = []
  let free = 0
  for (const { position, n } of order) {
    moved[n] = Math.max(position, free)
    free = (moved[n] ?? 0) + gap
  }
  let limit = height
  for (const { n } of order.toReversed()) {
    moved[n] = Math.min(moved[n] ?? 0, limit)
    limit = (moved[n] ?? 0) - gap
  }
  return moved
}
