import type { MonitorPoint, Monitors, MonitorWindow } from '@kinora/contract'
import { and, asc, desc, eq, gte, isNull } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Live } from '../live.ts'
import { liveSessions } from '../sessions/tables.ts'
import type { StreamRow } from '../streams/stream-changes.ts'
import { healthOf, meanOf, type TimedPoint } from './stream-health.ts'
import { liveEvents, liveHealth } from './tables.ts'

const windows = {
  '1h': { hours: 1, stepS: 10 },
  '4h': { hours: 4, stepS: 30 },
  '8h': { hours: 8, stepS: 60 },
} as const
const MAX_EVENTS = 200
export async function getMonitors(
  { db, clock }: Pick<Live, 'db' | 'clock'>,
  stream: StreamRow,
  window: MonitorWindow,
): Promise<Monitors> {
  const { hours, stepS } = windows[window]
  const now = clock.now()
  const since = addSeconds(now, -hours * 3600)
  const { id, environmentId } = stream
  const rows = await db
    .select({ minute: liveHealth.minute, points: liveHealth.points })
    .from(liveHealth)
    .where(
      and(
        eq(liveHealth.streamId, id),
        eq(liveHealth.environmentId, environmentId),
        gte(liveHealth.minute, addSeconds(since, -60)),
      ),
    )
    .orderBy(asc(liveHealth.minute))
  const events = await db
    .select({ at: liveEvents.at, type: liveEvents.type, detail: liveEvents.detail })
    .from(liveEvents)
    .where(
      and(
        eq(liveEvents.streamId, id),
        eq(liveEvents.environmentId, environmentId),
        gte(liveEvents.at, since),
      ),
    )
    .orderBy(desc(liveEvents.at), desc(liveEvents.id))
    .limit(MAX_EVENTS)
  const points = rows
    .flatMap(({ minute, points: all }) =>
      all.map((each) => ({ ...each, at: minute.getTime() + each.s * 1000 })),
    )
    .filter(({ at }) => at >= since.getTime())
  return {
    renditions: await liveRenditions(db, stream),
    health: healthOf(points, now),
    points: stepsOf(points, stepS),
    stepS,
    events: events.map((event) => ({ ...event, at: event.at.toISOString() })),
  }
}

function stepsOf(points: readonly TimedPoint[], stepS: number): MonitorPoint[] {
  const steps = Map.groupBy(points, ({ at }) => Math.floor(at / 1000 / stepS))
  return [...steps].map(([step, all]) => ({
    ...meanOf(all),
    at: new Date(step * stepS * 1000).toISOString(),
  }))
}

/** Video renditions of the open session. */
async function liveRenditions(
  db: Live['db'],
  { id, environmentId }: StreamRow,
): Promise<Monitors['renditions']> {
  const isOpen = and(
    eq(liveSessions.streamId, id),
    eq(liveSessions.environmentId, environmentId),
    isNull(liveSessions.endedAt),
  )
  const [session] = await db.select({ outputs: liveSessions.outputs }).from(liveSessions).where(isOpen)
  return Object.entries(session?.outputs ?? {})
    .filter(([name]) => name !== 'audio')
    .map(([name, outputId]) => ({ id: outputId, name }))
    .sort((a, b) => linesIn(b.name) - linesIn(a.name))
}

/** 480 of `480p`. The source comes first. */
function linesIn(name: string): number {
  return name === 'source' ? Number.POSITIVE_INFINITY : Number.parseInt(name, 10)
}
