import type { LinkMonitors } from '@kinora/contract'
import type { VconnectWindow } from '@kinora/contract/vconnect/values'

type Points = LinkMonitors['points']

export const chartFigures = ['kbps', 'unrecovered', 'rttMs', 'recovered'] as const
export type FigureId = (typeof chartFigures)[number]

const hours = { '1h': 1, '4h': 4, '8h': 8 } as const satisfies Record<VconnectWindow, number>
/** Smallest maximum of the axis, so that small changes do not look large. */
const leastTops: Readonly<Record<FigureId, number>> = { kbps: 100, unrecovered: 4, recovered: 4, rttMs: 20 }

export function spanOf(window: VconnectWindow) {
  const toMs = Date.now()
  return { fromMs: toMs - hours[window] * 3_600_000, toMs }
}

/** Maximum of the axis: a round number above all values. */
export function topOf(points: Points, id: FigureId): number {
  const most = points.reduce((top, point) => Math.max(top, point[id] ?? 0), leastTops[id])
  const power = 10 ** Math.floor(Math.log10(most))
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((each) => each * power >= most) ?? 10
  return step * power
}

/** Position of a time in the span, from 0 to 1. */
export function positionOf(at: string, { fromMs, toMs }: ReturnType<typeof spanOf>): number {
  return Math.min(1, Math.max(0, (Date.parse(at) - fromMs) / (toMs - fromMs)))
}

/** Points in separate lines, because a line must not cross a time without a signal. */
export function linesOf(points: Points, id: FigureId, stepS: number) {
  const lines: { at: string; value: number }[][] = []
  let endedMs = Number.NEGATIVE_INFINITY
  for (const point of points) {
    const value = point[id]
    if (value === null) continue
    const atMs = Date.parse(point.at)
    if (atMs - endedMs <= stepS * 1500) lines.at(-1)?.push({ at: point.at, value })
    else lines.push([{ at: point.at, value }])
    endedMs = atMs
  }
  return lines
}

export function nearestPoint(
  points: Points,
  position: number,
  span: ReturnType<typeof spanOf>,
): number | null {
  const distances = points.map(({ at }) => Math.abs(positionOf(at, span) - position))
  return distances.length === 0 ? null : distances.indexOf(Math.min(...distances))
}

/** The latency that a round trip and the losses need, in whole tens of milliseconds: several resent packets have to arrive
 * in time. */
export function neededLatencyMs(rttMs: number, latencyMs: number): number {
  return Math.ceil(Math.max(rttMs * 4, latencyMs * 1.5) / 10) * 10
}
