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
  /** The expressions of the metrics (`definitions.ts`): only what these use is read. */
  readonly uses?: string
  /** The range is cut into its steps. */
  readonly isSeries?: boolean
  /** The dimension whose values are kept apart. */
  readonly by?: Dimension | undefined
  /** A statement that selects the values which are wanted. */
  readonly keys?: string | undefined
}

/** Bits of a sketch whose error is below 1 %. */
const BITS = 17
/** Ranges that begin before those have sketches with fewer. */
const OLD_BITS = 14

/** Where sketches of single views come from. */
export const ofViews = {
  viewers: `uniqCombined64(${BITS})(viewer_id)`,
  sessions: `uniqCombined64(${BITS})(session_id)`,
  startup: 'quantileTDigest(0.5)(startup_ms)',
} as const

interface Sketch {
  /** Its word in metrics. */
  readonly word: keyof typeof ofViews
  readonly column: string
  /** The function, with its parameters apart. */
  readonly function: readonly [name: string, parameters: string]
  /** What it is made of in `views`. */
  readonly of: string
}

function sketchesOf(isOld: boolean): readonly Sketch[] {
  const distinct = ['uniqCombined64', `(${isOld ? OLD_BITS : BITS})`] as const
  return [
    { word: 'viewers', column: isOld ? 'viewers' : 'viewer_sketch', function: distinct, of: 'viewer_id' },
    { word: 'sessions', column: isOld ? 'sessions' : 'session_sketch', function: distinct, of: 'session_id' },
    { word: 'startup', column: 'startups', function: ['quantileTDigest', '(0.5)'], of: 'startup_ms' },
  ]
}

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
export function totalsSource(
  scope: ViewScope,
  { uses = '', isSeries = false, by, keys }: Wanted,
): Source | null {
  const { environmentId, range, contentIds, filters, totalsSince, sketchesSince, viewsSince } = scope
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
  const sums = counted.filter((name) => name === 'views' || new RegExp(`\\b${name}\\b`).test(uses))
  const sketches = sketchesOf(from < sketchesSince)
  const used = sketches.filter(({ word }) => uses.includes(`{${word}}`))
  const merged = ({ column, function: [name, parameters] }: Sketch) => `${name}Merge${parameters}(${column})`
  const groups = [...(isSeries ? ['bucket'] : []), ...(by === undefined ? [] : ['own_key'])]
  const grouped = groups.length === 0 ? '' : `GROUP BY ${groups.join(', ')}`
  const columns = (bucket: string, key: string) =>
    (isSeries ? `${bucket} AS bucket, ` : '') + (by === undefined ? '' : `${key} AS own_key, `)
  const column = by === undefined ? '' : columnOf('views', by)
  return {
    // Sketches are merged once, by the statement around this: grouped by half hours they would take much memory.
    from: `FROM (
      SELECT ${columns('t.time', by === 'category' ? 't.kind' : 't.key')}${[
        ...sums.map((name) => `t.${name} AS ${name}`),
        ...used.map(({ column }) => `t.${column} AS ${column}`),
      ].join(', ')}
      FROM view_totals AS t
      WHERE ${whereOf('key')} AND dimension = ${literal(dimension, 'String')} AND time >= ${at(from)} AND time < ${at(to)}
      UNION ALL
      SELECT ${columns(`toDateTime(toStartOfInterval(v.started_at, INTERVAL 30 MINUTE), 'UTC')`, column)}${[
        ...sums.map((name) => `sum(v.${name}) AS ${name}`),
        ...used.map(
          ({ column, function: [name, parameters], of }) => `${name}State${parameters}(v.${of}) AS ${column}`,
        ),
      ].join(', ')}
      FROM views AS v
      WHERE ${whereOf(dimension === '' ? '' : columnOf('views', dimension))} AND is_bot = 0 AND (${ends.join(' OR ')})
      ${grouped}) WHERE 1`,
    time: 'bucket',
    key: 'own_key',
    counted: 'sum(views)',
    ...(Object.fromEntries(sketches.map((sketch) => [sketch.word, merged(sketch)])) as typeof ofViews),
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
