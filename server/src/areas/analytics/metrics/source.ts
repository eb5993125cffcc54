import { counted } from '../views/deltas.ts'
import { literal, literals } from '../warehouse/literal.ts'
import type { TimeRange } from './time-range.ts'
import type { ViewScope } from './view-scope.ts'

/** Where a statement reads from, and what its parts are called there. */
export interface Source {
  /** `FROM` and `WHERE`. */
  readonly from: string
  /** When a view started, or the half hour in which it did. */
  readonly time: string
  readonly viewers: string
  readonly sessions: string
  /** Median of the startup times. */
  readonly startup: string
}

/** Where sketches of single views come from. */
export const ofViews = {
  viewers: 'uniqCombined64(14)(viewer_id)',
  sessions: 'uniqCombined64(14)(session_id)',
  startup: 'quantileTDigest(0.5)(startup_ms)',
} as const

const STEP_MS = 30 * 60_000
/** For shorter ranges, views are read as fast. */
const LEAST_MS = 2 * 86_400_000

/**
 * The sums by half an hour, and views at the ragged ends of the range. Null if the scope needs more than these know, or
 * began before them.
 * @param isSeries the range is cut into its steps
 */
export function totalsSource(scope: ViewScope, isSeries: boolean): Source | null {
  const { environmentId, range, contentIds, filters, totalsSince } = scope
  const [first, end] = [range.from.getTime(), range.to.getTime()]
  const { category, ...others } = filters
  const isFiltered = contentIds !== null || Object.values(others).some((values) => values !== undefined)
  if (isFiltered || end - first < LEAST_MS || (isSeries && !isWhole(range))) return null
  const from = new Date(Math.ceil(first / STEP_MS) * STEP_MS)
  const to = new Date(Math.floor(end / STEP_MS) * STEP_MS)
  if (from < totalsSince) return null
  const at = (time: Date) => literal(time, `DateTime64(3, 'UTC')`)
  const own = [
    `environment_id = ${literal(environmentId, 'UUID')}`,
    ...(category === undefined ? [] : [`kind IN ${literals(category, 'String')}`]),
  ].join(' AND ')
  const sums = (table: string) => counted.map((name) => `sum(${table}.${name}) AS ${name}`).join(', ')
  return {
    from: `FROM (
      SELECT t.time AS bucket, ${sums('t')}, uniqCombined64MergeState(14)(t.viewers) AS viewers,
        uniqCombined64MergeState(14)(t.sessions) AS sessions, quantileTDigestMergeState(0.5)(t.startups) AS startups
      FROM view_totals AS t WHERE ${own} AND time >= ${at(from)} AND time < ${at(to)} GROUP BY bucket
      UNION ALL
      SELECT toDateTime(toStartOfInterval(v.started_at, INTERVAL 30 MINUTE), 'UTC') AS bucket, ${sums('v')},
        uniqCombined64State(14)(v.viewer_id) AS viewers, uniqCombined64State(14)(v.session_id) AS sessions,
        quantileTDigestState(0.5)(v.startup_ms) AS startups
      FROM views AS v WHERE ${own} AND is_bot = 0 AND (${[
        [range.from, from],
        [to, range.to],
      ]
        .map(
          ([
            start = from,
            stop = to,
          ]) => `(toStartOfHour(started_at) BETWEEN toStartOfHour(${at(start)}) AND ${at(stop)}
          AND started_at >= ${at(start)} AND started_at < ${at(stop)})`,
        )
        .join(' OR ')}) GROUP BY bucket)`,
    time: 'bucket',
    viewers: 'uniqCombined64Merge(14)(viewers)',
    sessions: 'uniqCombined64Merge(14)(sessions)',
    startup: 'quantileTDigestMerge(0.5)(startups)',
  }
}

/** Whether the steps are made of half hours, in which not all time zones begin their days. */
function isWhole({ interval, from, to, timezone }: TimeRange): boolean {
  return interval !== 'minute' && [from, to].every((time) => minutesOfOffset(time, timezone) % 30 === 0)
}

function minutesOfOffset(time: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(time)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return Number(/:(\d+)/.exec(offset)?.[1] ?? 0)
}
