import type { LinkMonitors, VconnectWindow } from '@kinora/contract'
import { and, asc, eq, gte } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Vconnect } from '../vconnect.ts'
import { type StatPoint, vconnectStats } from './tables.ts'

const windows = {
  '1h': { hours: 1, stepS: 10 },
  '4h': { hours: 4, stepS: 30 },
  '8h': { hours: 8, stepS: 60 },
} as const

interface TimedPoint extends StatPoint {
  readonly atMs: number
}

/** Figures of an input or a connect in steps. */
export async function getLinkMonitors(
  { db, clock }: Pick<Vconnect, 'db' | 'clock'>,
  { id, environmentId }: { readonly id: string; readonly environmentId: string },
  window: VconnectWindow,
): Promise<LinkMonitors> {
  const { hours, stepS } = windows[window]
  const since = addSeconds(clock.now(), -hours * 3600)
  const rows = await db
    .select({ minute: vconnectStats.minute, points: vconnectStats.points })
    .from(vconnectStats)
    .where(
      and(
        eq(vconnectStats.linkId, id),
        eq(vconnectStats.environmentId, environmentId),
        gte(vconnectStats.minute, addSeconds(since, -60)),
      ),
    )
    .orderBy(asc(vconnectStats.minute))
  const points = rows
    .flatMap(({ minute, points: all }) =>
      all.map((point) => ({ ...point, atMs: minute.getTime() + point.s * 1000 })),
    )
    .filter(({ atMs }) => atMs >= since.getTime())
  const steps = Map.groupBy(points, ({ atMs }) => Math.floor(atMs / 1000 / stepS))
  return { stepS, points: Array.from(steps, ([step, all]) => stepOf(step * stepS, all)) }
}

/** The mean bitrate, the longest round trip, and all losses of a step. */
function stepOf(atS: number, all: readonly TimedPoint[]): LinkMonitors['points'][number] {
  const sum = (of: (point: TimedPoint) => number) => all.reduce((total, point) => total + of(point), 0)
  const rtts = all.flatMap(({ rtt }) => (rtt === null ? [] : [rtt]))
  return {
    at: new Date(atS * 1000).toISOString(),
    kbps: Math.round(sum(({ kbps }) => kbps) / all.length),
    unrecovered: sum(({ un }) => un),
    recovered: sum(({ re }) => re),
    rttMs: rtts.length === 0 ? null : Math.max(...rtts),
  }
}
