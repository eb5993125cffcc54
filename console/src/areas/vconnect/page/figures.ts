import type { LinkMonitors } from '@kinora/contract'
import { roundTop } from '../../../lib/time/time-series'

type Points = LinkMonitors['points']

export const chartFigures = ['kbps', 'unrecovered', 'rttMs', 'recovered'] as const
export type FigureId = (typeof chartFigures)[number]

/** Smallest maximum of the axis, so that small changes do not look large. */
const leastTops: Readonly<Record<FigureId, number>> = { kbps: 100, unrecovered: 4, recovered: 4, rttMs: 20 }

/** Maximum of the axis: a round number above all values. */
export function topOf(points: Points, id: FigureId): number {
  const most = points.reduce((top, point) => Math.max(top, point[id] ?? 0), leastTops[id])
  return roundTop(most)
}

/** The latency that a round trip and the losses need, in whole tens of milliseconds: several resent packets have to arrive
 * in time. */
export function neededLatencyMs(rttMs: number, latencyMs: number): number {
  return Math.ceil(Math.max(rttMs * 4, latencyMs * 1.5) / 10) * 10
}
