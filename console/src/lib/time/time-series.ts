/** A measurement with its time. */
export interface TimePoint {
  readonly at: string
}

export interface TimeSpan {
  readonly fromMs: number
  readonly toMs: number
}

/** Points of a chart that are drawn as one line. */
export type Line = readonly { readonly at: string; readonly value: number }[]

const HOUR_MS = 3_600_000

/** The last hours of a window such as `4h`. */
export function lastHours(window: `${number}h`): TimeSpan {
  const toMs = Date.now()
  return { fromMs: toMs - Number.parseInt(window, 10) * HOUR_MS, toMs }
}

/** Position of a time in the span, from 0 to 1. */
export function positionOf(at: string, { fromMs, toMs }: TimeSpan): number {
  return Math.min(1, Math.max(0, (Date.parse(at) - fromMs) / (toMs - fromMs)))
}

/** Index of the point nearest to a position. */
export function nearestPoint(points: readonly TimePoint[], position: number, span: TimeSpan): number | null {
  const distances = points.map(({ at }) => Math.abs(positionOf(at, span) - position))
  return distances.length === 0 ? null : distances.indexOf(Math.min(...distances))
}

/** Points of a chart in separate lines, because a line must not cross a time without a signal. */
export function linesOf<P extends TimePoint>(
  points: readonly P[],
  read: (point: P) => number | null,
  stepS: number,
): Line[] {
  const lines: { at: string; value: number }[][] = []
  let endedMs = Number.NEGATIVE_INFINITY
  for (const point of points) {
    const { at } = point
    const value = read(point)
    if (value === null) continue
    const atMs = Date.parse(at)
    if (atMs - endedMs <= stepS * 1500) lines.at(-1)?.push({ at, value })
    else lines.push([{ at, value }])
    endedMs = atMs
  }
  return lines
}

/** A round number of at least this size, for the top of an axis. @param most above 0 */
export function roundTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most))
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((each) => each * power >= most) ?? 10
  return step * power
}
