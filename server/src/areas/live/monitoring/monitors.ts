import type { MonitorPoint, Monitors, MonitorWindow, StreamHealth } from '@kinora/contract'
import { and, asc, desc, eq, gte, isNull } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Live } from '../live.ts'
import { liveSessions } from '../sessions/tables.ts'
import type { StreamRow } from '../streams/stream-changes.ts'
import { type HealthPoint, liveEvents, liveHealth } from './tables.ts'

const windows = {
  '1h': { hours: 1, stepS: 10 },
  '4h': { hours: 4, stepS: 30 },
  '8h': { hours: 8, stepS: 60 },
} as const
const MAX_EVENTS = 200
/** Older figures are not current: figures are stored every 5 s. */
const FRESH_S = 12
const KEYFRAME_S = 2.1
const LATE_MS = 500
const LOW_FRAME_RATE = 20
/** Quieter audio counts as silent, in dBFS. */
const SILENT_DBFS = -60
const SILENT_S = 10
const OFFSET_MS = 200
const SLOW = 0.95

interface Timed extends HealthPoint {
  readonly at: number
}

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

function healthOf(points: readonly Timed[], now: Date): StreamHealth | null {
  const recent = points.filter(({ at }) => at > now.getTime() - FRESH_S * 1000)
  const last = recent.at(-1)
  if (last === undefined) return null
  const dropped = points
    .filter(({ at }) => at > now.getTime() - 60_000)
    .reduce((total, { drop }) => total + drop, 0)
  const isHeard = recent.some(({ heard }) => heard > 0)
  const mean = meanOf(recent)
  const silentS = silentSeconds(points)
  return {
    ...mean,
    at: new Date(last.at).toISOString(),
    width: last.w,
    height: last.h,
    videoCodec: last.video,
    audioCodec: last.audio,
    warnings: [
      ...(mean.keyframeIntervalS !== null && mean.keyframeIntervalS > KEYFRAME_S
        ? [{ id: 'keyframes-far-apart' as const, value: mean.keyframeIntervalS }]
        : []),
      ...(last.video !== null && mean.frameRate < LOW_FRAME_RATE
        ? [{ id: 'frame-rate-low' as const, value: mean.frameRate }]
        : []),
      ...(dropped > 0 ? [{ id: 'frames-dropped' as const, value: dropped }] : []),
      ...(last.out === undefined
        ? []
        : [{ id: 'rungs-shed' as const, value: last.out.of, detail: last.out.names.join(', ') }]),
      ...((mean.partDelayMs ?? 0) > LATE_MS ? [{ id: 'parts-late' as const, value: mean.partDelayMs }] : []),
      ...(isHeard ? [] : [{ id: 'no-audio' as const, value: null }]),
      ...(silentS >= SILENT_S ? [{ id: 'audio-silent' as const, value: silentS }] : []),
      ...(Math.abs(mean.audioOffsetMs ?? 0) > OFFSET_MS
        ? [{ id: 'audio-offset' as const, value: mean.audioOffsetMs }]
        : []),
      ...((mean.encoderSpeed ?? 1) < SLOW ? [{ id: 'encoder-slow' as const, value: mean.encoderSpeed }] : []),
    ],
  }
}

function stepsOf(points: readonly Timed[], stepS: number): MonitorPoint[] {
  const steps = Map.groupBy(points, ({ at }) => Math.floor(at / 1000 / stepS))
  return [...steps].map(([step, all]) => ({
    ...meanOf(all),
    at: new Date(step * stepS * 1000).toISOString(),
  }))
}

function meanOf(points: readonly HealthPoint[]): Omit<MonitorPoint, 'at'> {
  const mean = (values: readonly number[]) =>
    values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length
  const known = (values: readonly (number | null | undefined)[]) =>
    values.flatMap((value) => (typeof value === 'number' ? [value] : []))
  const meanOr = (values: readonly number[], round: (value: number) => number) =>
    values.length === 0 ? null : round(mean(values))
  const delays = points.flatMap(({ delay }) => (delay === null ? [] : [delay]))
  return {
    bitrateKbps: Math.round(mean(points.map(({ kbps }) => kbps))),
    frameRate: Math.round(mean(points.map(({ fps }) => fps)) * 10) / 10,
    keyframeIntervalS: points.findLast(({ key }) => key !== null)?.key ?? null,
    droppedFrames: points.reduce((total, { drop }) => total + drop, 0),
    partDelayMs: delays.length === 0 ? null : Math.max(...delays),
    audioLevelDbfs: meanLevel(known(points.map(({ db }) => db))),
    audioOffsetMs: meanOr(known(points.map(({ av }) => av)), Math.round),
    encoderSpeed: meanOr(known(points.map(({ speed }) => speed)), (value) => Math.round(value * 100) / 100),
    rungsShed: Math.max(0, ...points.map(({ out }) => out?.names.length ?? 0)),
    viewers: Math.max(0, ...points.map(({ view }) => view)),
  }
}

/** The mean power, in dBFS. Null without levels. */
function meanLevel(levels: readonly number[]): number | null {
  if (levels.length === 0) return null
  const power = levels.reduce((sum, level) => sum + 10 ** (level / 10), 0) / levels.length
  return Math.round(100 * Math.log10(power)) / 10
}

/** Seconds until the last point in which all audio was silent. */
function silentSeconds(points: readonly Timed[]): number {
  const last = points.at(-1)
  const loud = points.findLastIndex(({ db }) => typeof db !== 'number' || db >= SILENT_DBFS)
  const first = points[loud + 1]
  return last === undefined || first === undefined ? 0 : Math.round((last.at - first.at) / 1000) + 1
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
