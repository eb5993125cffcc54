import { and, eq, gte, lt, or } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Infra } from '../infra.ts'
import { machinesOf } from '../processes/machines.ts'
import { loadProcesses } from '../processes/processes.ts'
import { infraSamples, type MachineSample } from '../tables.ts'
import { readingOf, valuesBy } from './readings.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_S = 86_400
/** The forecast needs a week. */
const HOURLY_S = 7 * DAY_S

/** Stores the figures of this minute, once for the installation. */
export async function takeSample(infra: Infra): Promise<void> {
  const { db, clock, gauges } = infra
  const nowMs = clock.now().getTime()
  const at = new Date(Math.floor(nowMs / MINUTE_MS) * MINUTE_MS)
  const processes = await loadProcesses(infra)
  const readings = await gauges.read('installation')
  const ofProcesses = processes.filter(({ isRunning }) => isRunning).map(({ figures }) => figures)
  const waiting = [...valuesBy(readings, 'kinora_jobs_waiting').values()]
  const oldest = [...valuesBy(readings, 'kinora_jobs_oldest_seconds').values()]
  const figures: Record<string, number | null> = {
    'jobs.waiting': waiting.length === 0 ? null : waiting.reduce((total, each) => total + each, 0),
    'jobs.oldest': oldest.length === 0 ? null : Math.max(...oldest),
    'database.connections': readingOf(readings, 'kinora_database_connections'),
    'database.size': readingOf(readings, 'kinora_database_size_bytes'),
    'stored.bytes': readingOf(readings, 'kinora_stored_bytes'),
    'warehouse.memory': mostOf(ofProcesses, 'kinora_warehouse_memory_bytes'),
    'views.late': readingOf(readings, 'kinora_sealer_oldest_seconds'),
    'live.streams': readingOf(readings, 'kinora_live_streams_on'),
    'live.viewers': readingOf(readings, 'kinora_live_viewers'),
    requests: ofProcesses.reduce((total, each) => total + (each.requests ?? 0), 0),
  }
  const machines = machinesOf(processes).map(({ name, diskFree, diskSize, memoryUsed, load }) => {
    const sample: MachineSample = { diskFree, diskSize, memoryUsed, load }
    return [name, sample] as const
  })
  const hour = new Date(Math.floor(nowMs / HOUR_MS) * HOUR_MS)
  const [ofThisHour] = await db
    .select({ at: infraSamples.at })
    .from(infraSamples)
    .where(and(eq(infraSamples.isHourly, true), gte(infraSamples.at, hour)))
    .limit(1)
  const known = Object.entries(figures).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  await db
    .insert(infraSamples)
    .values({
      at,
      isHourly: ofThisHour === undefined,
      figures: Object.fromEntries(known),
      machines: Object.fromEntries(machines),
    })
    .onConflictDoNothing()
}

/** The largest value, if a process knows it. */
export function mostOf(processes: readonly Readonly<Record<string, number>>[], gauge: string): number | null {
  const known = processes.flatMap((figures) => figures[gauge] ?? [])
  return known.length === 0 ? null : Math.max(...known)
}

/** Deletes measurements that are older than a day, or a week. */
export async function deleteOldSamples({ db, clock }: Pick<Infra, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await db
    .delete(infraSamples)
    .where(
      or(
        lt(infraSamples.at, addSeconds(now, -HOURLY_S)),
        and(eq(infraSamples.isHourly, false), lt(infraSamples.at, addSeconds(now, -DAY_S))),
      ),
    )
}
