import { asc } from 'drizzle-orm'
import type { AlertSource, MetricQuery, MetricSample } from '../../../platform/alerts/alert-sources.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { contentTitles } from '../../library/index.ts'
import { streamNames } from '../../live/index.ts'
import type { Analytics } from '../analytics.ts'
import { viewEventBatches, viewEventSegments } from '../deltas/tables.ts'
import { isInEnvironments } from '../metrics/view-scope.ts'
import { literals } from '../warehouse/literal.ts'
import { firstSecond, type SpanSums, samplesOf, spanSeconds } from './series.ts'

/** The length of a step, and of the spans of `report_totals`. */
const STEP_S = 10
/** Reports are counted this long after their receipt. */
const LAG_S = 3
/** Groups of an environment. */
const MAX_GROUPS = 200
/** Players of a view report every ten seconds, and so `concurrent` has a row every ten seconds. */
const SAMPLE_S = 10

const keys: Readonly<Record<string, string>> = {
  object: 'toString(object_id)',
  country: 'country',
  deviceType: 'device_type',
}
const columns = ['views', 'playback_failures', 'watch_ms', 'rebuffer_ms', 'startup_ms', 'startups'] as const

type Context = Pick<Analytics, 'db' | 'warehouse' | 'clock'>

/** Metrics of views by the time at which Kinora received the reports. */
export function viewAlertSource({ db, warehouse }: Context): AlertSource {
  return {
    name: 'analytics',
    stepS: STEP_S,
    hasHistory: true,
    metrics: {
      'views.count': { absent: 0 },
      'views.viewers': { absent: 0 },
      'views.startup': { absent: null },
      'views.rebuffering': { absent: null },
      'views.errors': { absent: null },
    },
    readyUntil: (now) => countedUntil(db, now),
    async sample(query) {
      const hasViewers = query.metrics.includes('views.viewers')
      const others = query.metrics.filter((metric) => metric !== 'views.viewers')
      return [
        ...(others.length > 0 ? await sampleReports(warehouse, query) : []),
        ...(hasViewers ? await sampleViewers(warehouse, query) : []),
      ]
    },
    async names(environmentId, ids) {
      const uuids = ids.filter((id) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id))
      const [titles, streams] = await Promise.all([
        contentTitles(db, environmentId, uuids),
        streamNames(db, environmentId, uuids),
      ])
      return new Map([...titles, ...streams])
    },
  }
}

/** Reports that arrived before this time are in the warehouse. */
export async function countedUntil(db: Analytics['db'], now: Date): Promise<Date> {
  const [segment] = await db
    .select({ at: viewEventSegments.createdAt })
    .from(viewEventSegments)
    .orderBy(asc(viewEventSegments.id))
    .limit(1)
  const [batch] = await db
    .select({ at: viewEventBatches.createdAt })
    .from(viewEventBatches)
    .orderBy(asc(viewEventBatches.id))
    .limit(1)
  const waiting = [segment, batch].flatMap((row) => (row === undefined ? [] : [row.at.getTime()]))
  return new Date(Math.min(addSeconds(now, -LAG_S).getTime(), ...waiting))
}

async function sampleReports(warehouse: Analytics['warehouse'], query: MetricQuery): Promise<MetricSample[]> {
  const sums = columns.map((column) => `sum(${column}) AS ${column}`).join(', ')
  const rows = await warehouse.rows<SpanSums>(`
    SELECT ${groupOf(query)}, ${sums}
    FROM report_totals WHERE ${conditionsOf(query)}
    GROUP BY environment_id, key, span`)
  return samplesOf(query, limited(query, rows, 'views'), columns, (sum) => ({
    'views.count': sum.views ?? 0,
    'views.startup': ratio(sum.startup_ms, sum.startups, 1 / 1000),
    'views.rebuffering': ratio(sum.rebuffer_ms, sum.watch_ms, 100),
    'views.errors': ratio(sum.playback_failures, Math.max(sum.views ?? 0, sum.playback_failures ?? 0), 100),
  }))
}

async function sampleViewers(warehouse: Analytics['warehouse'], query: MetricQuery): Promise<MetricSample[]> {
  const rows = await warehouse.rows<SpanSums>(`
    SELECT ${groupOf(query)}, sum(viewers) AS viewers
    FROM concurrent WHERE ${conditionsOf(query)}
    GROUP BY environment_id, key, span`)
  const samples = query.windowS / SAMPLE_S
  return samplesOf(query, limited(query, rows, 'viewers'), ['viewers'], (sum) => ({
    'views.viewers': Math.round(((sum.viewers ?? 0) / samples) * 10) / 10,
  }))
}

function groupOf(query: MetricQuery): string {
  const key = keys[query.groupBy] ?? "''"
  return `environment_id, ${key} AS key, intDiv(toUnixTimestamp(at) - ${firstSecond(query)}, ${spanSeconds(query)}) AS span`
}

function conditionsOf(query: MetricQuery): string {
  const { environmentIds, filters, to } = query
  const first = `toDateTime(${firstSecond(query)}, 'UTC')`
  const last = `toDateTime(${to.getTime() / 1000}, 'UTC')`
  return [
    isInEnvironments(environmentIds.map((environmentId) => ({ environmentId }))),
    `toStartOfFiveMinutes(at) >= toStartOfFiveMinutes(${first}) AND at >= ${first} AND at < ${last}`,
    ...(filters.objectIds.length > 0 ? [`object_id IN ${literals(filters.objectIds, 'UUID')}`] : []),
    ...(filters.countries.length > 0 ? [`country IN ${literals(filters.countries, 'String')}`] : []),
    ...(filters.deviceTypes.length > 0 ? [`device_type IN ${literals(filters.deviceTypes, 'String')}`] : []),
  ].join(' AND ')
}

/** The rows of the largest groups. */
function limited({ most = MAX_GROUPS }: MetricQuery, rows: readonly SpanSums[], by: string): SpanSums[] {
  const groups = Map.groupBy(rows, ({ environment_id, key }) => `${environment_id} ${key}`)
  const size = (own: readonly SpanSums[]) => own.reduce((sum, row) => sum + Number(row[by]), 0)
  const byEnvironment = Map.groupBy([...groups.values()], ([first]) => first?.environment_id)
  return [...byEnvironment.values()].flatMap((own) =>
    own
      .toSorted((one, other) => size(other) - size(one))
      .slice(0, most)
      .flat(),
  )
}

function ratio(part: number | undefined, whole: number | undefined, factor: number): number | null {
  if (part === undefined || whole === undefined || whole <= 0) return null
  return Math.round((part / whole) * factor * 1000) / 1000
}
