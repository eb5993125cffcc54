import type { Dimension } from '@kinora/contract'
import { counted } from '../views/deltas.ts'
import { literal, literals } from '../warehouse/literal.ts'
import { columnOf } from './columns.ts'
import type { TimeRange } from './time-range.ts'
import type { ViewScope } from './view-scope.ts'

/** Where a statement reads from, and what its parts are called there. */
export interface Source {
  /** `FROM` and `WHERE`; another condition can follow. */
  readonly from: string
  /** When a view started, or the half hour in which it did. */
  readonly time: string
  /** The value of the dimension that is asked for. */
  readonly key: string
  /** The figure that values are sorted by. */
  readonly counted: string
  readonly viewers: string
  readonly sessions: string
  /** Median of the startup times. */
  readonly startup: string
}

interface Wanted {
  /** The range is cut into its steps. */
  readonly isSeries?: boolean
  /** The dimension whose values are kept apart. */
  readonly by?: Dimension | undefined
  /** A statement that selects the values which are wanted. */
  readonly keys?: string | undefined
}

/** Where sketches of single views come from. */
export const ofViews = {
  viewers: 'uniqCombined64(14)(viewer_id)',
  sessions: 'uniqCombined64(14)(session_id)',
  startup: 'quantileTDigest(0.5)(startup_ms)',
} as const

const HALF_HOUR_MS = 30 * 60_000
const DAY_MS = 86_400_000
/** Dimensions with few values. Sums of the others are by UTC day. */
const BY_HALF_HOUR: readonly (Dimension | '')[] = [
  '',
  'country',
  'deviceType',
  'os',
  'browser',
  'programme',
  'partner',
]

/**
 * The sums of views, and the views themselves at the ragged ends of the range. Null if the scope needs more than these
 * know, as two dimensions at once, began before them, or is so short that views are read as fast.
 */
export function totalsSource(scope: ViewScope, { isSeries = false, by, keys }: Wanted): Source | null {
  const { environmentId, range, contentIds, filters, totalsSince, viewsSince } = scope
  const { category, ...others } = filters
  const filtered = (Object.keys(others) as (keyof typeof others)[]).filter(
    (name) => others[name] !== undefined,
  )
  const [dimension = '', second] = new Set([
    ...filtered,
    ...(by === undefined || by === 'category' ? [] : [by]),
  ])
  const stepMs = BY_HALF_HOUR.includes(dimension) ? HALF_HOUR_MS : DAY_MS
  const [first, end] = [range.from.getTime(), range.to.getTime()]
  if (
    contentIds !== null ||
    second !== undefined ||
    // Pages may give each view a value of its own, so there are no sums of these, nor of the answers to requests.
    /^custom\d|^statusCode$/.test(dimension) ||
    (end - first < 2 * DAY_MS + stepMs && range.from >= viewsSince)
  )
    return null
  if (isSeries && (stepMs === DAY_MS || !isWhole(range))) return null
  // Where there are no views any more, the whole first step counts.
  const round = range.from < viewsSince ? Math.floor : Math.ceil
  const from = new Date(round(first / stepMs) * stepMs)
  const to = new Date(Math.floor(end / stepMs) * stepMs)
  if (from < totalsSince) return null

  const at = (time: Date) => literal(time, `DateTime64(3, 'UTC')`)
  const values = dimension === '' ? undefined : others[dimension as keyof typeof others]
  const whereOf = (key: string): string =>
    [
      `environment_id = ${literal(environmentId, 'UUID')}`,
      ...(category === undefined ? [] : [`kind IN ${literals(category, 'String')}`]),
      ...(values === undefined ? [] : [`${key} IN ${literals(values, 'String')}`]),
      ...(keys === undefined ? [] : [`${key} IN (${keys})`]),
    ].join(' AND ')
  const ends = [
    [range.from, from],
    [to, range.to],
  ].map(([start = from, stop = to]) => {
    const hours = `toStartOfHour(started_at) BETWEEN toStartOfHour(${at(start)}) AND ${at(stop)}`
    return `(${hours} AND started_at >= ${at(start)} AND started_at < ${at(stop)})`
  })
  const sums = (table: string) => counted.map((name) => `sum(${table}.${name}) AS ${name}`).join(', ')
  const groups = [...(isSeries ? ['bucket'] : []), ...(by === undefined ? [] : ['own_key'])]
  const grouped = groups.length === 0 ? '' : `GROUP BY ${groups.join(', ')}`
  const columns = (bucket: string, key: string) =>
    (isSeries ? `${bucket} AS bucket, ` : '') + (by === undefined ? '' : `${key} AS own_key, `)
  const column = by === undefined ? '' : columnOf('views', by)
  return {
    from: `FROM (
      SELECT ${columns('t.time', by === 'category' ? 't.kind' : 't.key')}${sums('t')},
        uniqCombined64MergeState(14)(t.viewers) AS viewers, uniqCombined64MergeState(14)(t.sessions) AS sessions,
        quantileTDigestMergeState(0.5)(t.startups) AS startups
      FROM view_totals AS t
      WHERE ${whereOf('key')} AND dimension = ${literal(dimension, 'String')} AND time >= ${at(from)} AND time < ${at(to)}
      ${grouped}
      UNION ALL
      SELECT ${columns(`toDateTime(toStartOfInterval(v.started_at, INTERVAL 30 MINUTE), 'UTC')`, column)}${sums('v')},
        uniqCombined64State(14)(v.viewer_id) AS viewers, uniqCombined64State(14)(v.session_id) AS sessions,
        quantileTDigestState(0.5)(v.startup_ms) AS startups
      FROM views AS v
      WHERE ${whereOf(dimension === '' ? '' : columnOf('views', dimension))} AND is_bot = 0 AND (${ends.join(' OR ')})
      ${grouped}) WHERE 1`,
    time: 'bucket',
    key: 'own_key',
    counted: 'sum(views)',
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
