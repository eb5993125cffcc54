import { and, asc, desc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm'
import type { AlertSource, MetricQuery, MetricSample } from '../../../platform/alerts/alert-sources.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Live } from '../live.ts'
import { streamNames } from '../streams/stream-names.ts'
import { liveStreams } from '../streams/tables.ts'
import { type Bucket, type StreamPast, streamValues } from './stream-values.ts'
import { liveEvents } from './tables.ts'

const STEP_S = 5
/** Figures before a window that say when a stream was last seen. */
const BEFORE_S = 120
const KEPT_S = 8 * 3600
/** Streams of an environment. */
const MAX_STREAMS = 1000

/** Metrics of started live streams that were on air. Streams that a person stopped have none, so their alerts end. */
export function liveAlertSource({ db, clock }: Pick<Live, 'db' | 'clock'>): AlertSource {
  return {
    name: 'live',
    stepS: STEP_S,
    hasHistory: true,
    metrics: {
      'live.offline': { absent: 'gone' },
      'live.bitrate': { absent: 'gone' },
      'live.frame_rate': { absent: 'gone' },
      'live.audio_level': { absent: 'gone' },
      'live.dropped_frames': { absent: 'gone' },
      'live.slate': { absent: 'gone' },
      'live.viewers': { absent: 'gone' },
    },
    readyUntil: async (now) => now,
    sample: (query) => sample(db, query, clock.now()),
    names: (environmentId, keys) => streamNames(db, environmentId, keys),
  }
}

async function sample(db: Live['db'], query: MetricQuery, now: Date): Promise<MetricSample[]> {
  const streams = await loadStreams(db, query)
  const own = query.most === undefined ? streams : streams.slice(0, query.most)
  if (own.length === 0) return []
  const ids = own.map(({ id }) => id)
  const buckets = await loadBuckets(db, query, ids)
  const slates = query.metrics.includes('live.slate') ? await loadSlates(db, query, ids) : new Map()
  const { from, to, stepS, windowS, metrics } = query
  const times = Array.from(
    { length: Math.floor((to.getTime() - from.getTime()) / 1000 / stepS) + 1 },
    (_, n) => from.getTime() + n * stepS * 1000,
  )
  return own.flatMap(({ id, environmentId, isWaiting, sessionAt }) => {
    const past: StreamPast = {
      buckets: buckets.get(id) ?? [],
      slates: slates.get(id) ?? [],
      sessionMs: sessionAt.getTime(),
      // What a stream waits for now says nothing about the past.
      waitsFromMs: isWaiting ? now.getTime() - 2 * STEP_S * 1000 : Number.POSITIVE_INFINITY,
    }
    const valuesAt = streamValues(past, { windowMs: windowS * 1000, metrics })
    return times.map((atMs) => ({ environmentId, key: id, atMs, values: valuesAt(atMs) }))
  })
}

interface WatchedStream {
  readonly id: string
  readonly environmentId: string
  /** It waits for its publisher. */
  readonly isWaiting: boolean
  /** End of its last session, or the start of the current one. */
  readonly sessionAt: Date
}

async function loadStreams(
  db: Live['db'],
  { environmentIds, filters: { objectIds } }: MetricQuery,
): Promise<WatchedStream[]> {
  const lastSession = sql<string | null>`(SELECT coalesce(session.ended_at, session.started_at)
    FROM live_sessions AS session WHERE session.stream_id = live_streams.id
    ORDER BY session.started_at DESC LIMIT 1)`
  const rows = await db
    .select({
      id: liveStreams.id,
      environmentId: liveStreams.environmentId,
      status: liveStreams.status,
      sessionAt: lastSession,
    })
    .from(liveStreams)
    .where(
      and(
        inArray(liveStreams.environmentId, [...environmentIds]),
        eq(liveStreams.started, true),
        ne(liveStreams.status, 'disabled'),
        objectIds.length === 0 ? undefined : inArray(liveStreams.id, [...objectIds]),
      ),
    )
    .orderBy(desc(liveStreams.activeSince), asc(liveStreams.id))
    .limit(MAX_STREAMS * environmentIds.length)
  return rows.flatMap(({ id, environmentId, status, sessionAt }) =>
    sessionAt === null
      ? []
      : [{ id, environmentId, isWaiting: status !== 'active', sessionAt: new Date(sessionAt) }],
  )
}

/** Figures by step, summed in the database: eight hours have 28,800 points a stream. */
async function loadBuckets(
  db: Live['db'],
  { environmentIds, from, to, windowS, stepS }: MetricQuery,
  ids: readonly string[],
): Promise<Map<string, Bucket[]>> {
  const start = addSeconds(from, -windowS - BEFORE_S)
  const list = (values: readonly string[]) => sql`${sql.param(`{${values.join(',')}}`)}::uuid[]`
  const at = (date: Date) => sql`${date.toISOString()}::timestamptz`
  const { rows } = await db.execute<Record<string, number> & { stream_id: string }>(sql`
    SELECT stream_id, min(second)::float8 AS first, max(second)::float8 AS last, count(*)::int AS n,
      sum(kbps)::float8 AS kbps, sum(fps)::float8 AS fps, sum(dropped)::float8 AS dropped,
      max(level)::float8 AS level, max(viewers)::float8 AS viewers
    FROM (
      SELECT stream_id, extract(epoch FROM minute) + (point ->> 's')::int AS second,
        (point ->> 'kbps')::float8 AS kbps, (point ->> 'fps')::float8 AS fps, (point ->> 'drop')::float8 AS dropped,
        CASE WHEN (point ->> 'heard')::int = 0 THEN -100 ELSE (point ->> 'db')::float8 END AS level,
        (point ->> 'view')::int AS viewers
      FROM live_health, jsonb_array_elements(points) AS point
      WHERE environment_id = ANY (${list(environmentIds)}) AND stream_id = ANY (${list(ids)})
        AND minute >= ${at(addSeconds(start, -60))} AND minute <= ${at(to)}
    ) AS points
    WHERE second >= ${start.getTime() / 1000} AND second < ${to.getTime() / 1000}
    GROUP BY stream_id, floor(second / ${stepS})
    ORDER BY stream_id, first`)
  const all = rows.map((row) => ({
    streamId: row.stream_id,
    firstMs: Number(row.first) * 1000,
    lastMs: Number(row.last) * 1000,
    count: Number(row.n),
    kbps: Number(row.kbps),
    fps: Number(row.fps),
    dropped: Number(row.dropped),
    level: row.level === null ? null : Number(row.level),
    viewers: Number(row.viewers),
  }))
  return Map.groupBy(all, ({ streamId }) => streamId)
}

/** When viewers saw the slate, the oldest first. */
async function loadSlates(
  db: Live['db'],
  { environmentIds, from, to }: MetricQuery,
  ids: readonly string[],
): Promise<Map<string, StreamPast['slates'][number][]>> {
  const rows = await db
    .select({ streamId: liveEvents.streamId, at: liveEvents.at, type: liveEvents.type })
    .from(liveEvents)
    .where(
      and(
        inArray(liveEvents.environmentId, [...environmentIds]),
        inArray(liveEvents.streamId, [...ids]),
        inArray(liveEvents.type, ['slate', 'recovered', 'ended', 'connected']),
        gte(liveEvents.at, addSeconds(from, -KEPT_S)),
        lt(liveEvents.at, to),
      ),
    )
    .orderBy(asc(liveEvents.at))
  const all = rows.map(({ streamId, at, type }) => ({
    streamId,
    atMs: at.getTime(),
    isOn: type === 'slate',
  }))
  return Map.groupBy(all, ({ streamId }) => streamId)
}
