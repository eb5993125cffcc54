import type { Dimension } from '@kinora/contract'
import { counted } from '../deltas/deltas.ts'
import { literal, literals } from '../warehouse/literal.ts'
import { columnOf, type FigureTable, hasColumn } from './columns.ts'
import { stepsOf, type TimeRange } from './time-range.ts'
import { isInEnvironments, type ViewScope } from './view-scope.ts'

/** The tables that a statement reads, and the expressions for its parts there. */
export interface Source {
  /** The `FROM` and `WHERE` clauses. More conditions can be appended. */
  readonly from: string
  /** Time of a row, or its half hour. */
  readonly time: string
  /** Value of the requested dimension. */
  readonly key: string
  /** Aggregate by which dimension values are sorted. */
  readonly counted: string
  /** Expressions for the placeholders of metrics. */
  readonly words: Words
  /** Whether it has only the values of the dimension that the subquery of `Wanted.keys` selects. */
  readonly isLimited: boolean
}

/** Expressions for the placeholders in braces in `definitions.ts`. */
export type Words = Readonly<
  Record<'viewers' | 'sessions' | 'startup' | 'cachedRequests' | 'failedRequests', string>
>

interface Wanted {
  /** Expressions of the metrics (`definitions.ts`). Only the columns that they use are read. */
  readonly uses?: string
  /** Whether the statement returns a row per step of the range. */
  readonly isSeries?: boolean
  /** The dimension to group by. */
  readonly by?: Dimension | undefined
  /** A subquery that selects the values of the dimension to return. */
  readonly keys?: string | undefined
}

/** Precision of sketches with an error below 1%. */
const BITS = 17
/** Precision of the older sketches, for ranges that begin before the new ones. */
const OLD_BITS = 14

/** Values of which quantiles are exact. Those of more are estimated by a sketch. */
const EXACT_VALUES = 1000

/** Quantiles of startup times.
 * @param levels such as `(0.5)`
 * @param values expression of the first startup times, one more than `EXACT_VALUES` if there are more
 * @param sketch expression for more values */
function quantilesOf(name: 'quantile' | 'quantiles', levels: string, values: string, sketch: string): string {
  return `if(length(${values}) <= ${EXACT_VALUES}, arrayReduce('${name}ExactInclusive${levels}', ${values}), ${sketch})`
}

/** Quantiles of the startup times of single views. */
export function startupQuantiles(name: 'quantile' | 'quantiles', levels: string): string {
  const values = `groupArray(${EXACT_VALUES + 1})(startup_ms)`
  return quantilesOf(name, levels, values, `${name}TDigest${levels}(startup_ms)`)
}

/** Placeholders for tables of single views and of responses by minute. */
export const rawWords: Words = {
  viewers: `uniqCombined64(${BITS})(viewer_id)`,
  sessions: `uniqCombined64(${BITS})(session_id)`,
  startup: startupQuantiles('quantile', '(0.5)'),
  cachedRequests: 'sumIf(requests, is_cached = 1)',
  failedRequests: 'sumIf(requests, status >= 400)',
}

const HALF_HOUR_MS = 30 * 60_000
const DAY_MS = 86_400_000

/** A table with sums of the rows of another table. */
interface Sums {
  readonly table: string
  /** Condition on the time of the rows, in a form that uses the primary index. */
  rawBetween(start: string, stop: string): string
  /** Half hour of a row. */
  readonly rawTime: string
  /** Dimensions with sums by half an hour. Others have sums by UTC day. */
  readonly byHalfHour: readonly (Dimension | '')[]
  /** Columns of the table, with the expressions that compute them from rows. */
  columns(bits: number): Readonly<Record<string, string>>
  /** @param hasValues whether the sums have single startup times */
  words(bits: number, hasValues: boolean): Words
  readonly counted: string
}

const halfHourOf = (time: string) => `toDateTime(toStartOfInterval(${time}, INTERVAL 30 MINUTE), 'UTC')`
const sketchColumns = (bits: number) =>
  bits === BITS ? ['viewer_sketch', 'session_sketch'] : ['viewers', 'sessions']

const sumsOf: Readonly<Record<'views' | 'deliveries', Sums>> = {
  views: {
    table: 'view_totals',
    rawBetween: (start, stop) =>
      `toStartOfHour(started_at) BETWEEN toStartOfHour(${start}) AND ${stop}
        AND started_at >= ${start} AND started_at < ${stop} AND is_bot = 0`,
    rawTime: halfHourOf('v.started_at'),
    byHalfHour: ['', 'country', 'deviceType', 'os', 'browser', 'programme', 'partner'],
    columns(bits) {
      const [viewers = '', sessions = ''] = sketchColumns(bits)
      return {
        ...Object.fromEntries(counted.map((name) => [name, `sum(v.${name})`])),
        [viewers]: `uniqCombined64State(${bits})(v.viewer_id)`,
        [sessions]: `uniqCombined64State(${bits})(v.session_id)`,
        startups: 'quantileTDigestState(0.5)(v.startup_ms)',
        startup_values: `groupArrayState(${EXACT_VALUES + 1})(v.startup_ms)`,
      }
    },
    words(bits, hasValues) {
      const sketch = 'quantileTDigestMerge(0.5)(startups)'
      const startups = `groupArrayMerge(${EXACT_VALUES + 1})(startup_values)`
      const [viewers = '', sessions = ''] = sketchColumns(bits)
      return {
        ...rawWords,
        viewers: `uniqCombined64Merge(${bits})(${viewers})`,
        sessions: `uniqCombined64Merge(${bits})(${sessions})`,
        startup: hasValues ? quantilesOf('quantile', '(0.5)', startups, sketch) : sketch,
      }
    },
    counted: 'views',
  },
  deliveries: {
    table: 'delivery_totals',
    rawBetween: (start, stop) => `time >= ${start} AND time < ${stop}`,
    rawTime: halfHourOf('v.time'),
    byHalfHour: [
      '',
      'contentId',
      'customPlayback',
      'file',
      'rendition',
      'statusCode',
      'cache',
      'country',
      'cdn',
    ],
    columns: () => ({
      requests: 'sum(v.requests)',
      cached_requests: 'sumIf(v.requests, v.is_cached = 1)',
      failed_requests: 'sumIf(v.requests, v.status >= 400)',
      bytes: 'sum(v.bytes)',
      media_ms: 'sum(v.media_ms)',
    }),
    words: () => ({
      ...rawWords,
      cachedRequests: 'sum(cached_requests)',
      failedRequests: 'sum(failed_requests)',
    }),
    counted: 'requests',
  },
}

/**
 * Reads the sums of a table, and its rows where the range begins or ends within a step of the sums. Null if the sums cannot
 * answer the query, such as for two dimensions or before they exist, or if the rows are so few that they are as fast.
 */
export function totalsSource(
  raw: FigureTable,
  scope: ViewScope,
  { uses = '', isSeries = false, by, keys }: Wanted,
): Source | null {
  if (raw !== 'views' && raw !== 'deliveries') return null
  const { environments, range, filters, totalsSince, sketchesSince, startupsSince, areFew, viewsSince } =
    scope
  const sums = sumsOf[raw]
  const { category, ...others } = filters
  const filtered = (Object.keys(others) as (keyof typeof others)[]).filter(
    (name) => others[name] !== undefined,
  )
  const [dimension = '', second] = new Set([
    ...filtered,
    ...(by === undefined || by === 'category' ? [] : [by]),
  ])
  const stepMs = sums.byHalfHour.includes(dimension) ? HALF_HOUR_MS : DAY_MS
  const [first, end] = [range.from.getTime(), range.to.getTime()]
  if (
    environments.some(({ contentIds }) => contentIds !== null) ||
    second !== undefined ||
    // Pages can set a different value for each view, so there are no sums by custom dimension.
    /^custom\d/.test(dimension) ||
    (dimension !== '' && !hasColumn(raw, dimension)) ||
    (range.from >= viewsSince && (end - first < 2 * DAY_MS + stepMs || (raw === 'views' && areFew)))
  )
    return null
  if (isSeries && (stepMs === DAY_MS || !isWhole(range))) return null
  // Where there are no rows any more, the whole first step counts.
  const round = range.from < viewsSince ? Math.floor : Math.ceil
  const from = new Date(round(first / stepMs) * stepMs)
  const to = new Date(Math.floor(end / stepMs) * stepMs)
  if (from < totalsSince[raw]) return null

  const at = (time: Date) => literal(time, `DateTime64(3, 'UTC')`)
  const values = dimension === '' ? undefined : others[dimension as keyof typeof others]
  const whereOf = (key: string): string =>
    [
      isInEnvironments(environments),
      ...(category === undefined ? [] : [`kind IN ${literals(category, 'String')}`]),
      ...(values === undefined ? [] : [`${key} IN ${literals(values, 'String')}`]),
      ...(keys === undefined ? [] : [`${key} IN (${keys})`]),
    ].join(' AND ')
  const ends = [
    [range.from, from],
    [to, range.to],
  ].map(([start = from, stop = to]) => `(${sums.rawBetween(at(start), at(stop))})`)
  const bits = from < sketchesSince ? OLD_BITS : BITS
  const words = sums.words(bits, from >= startupsSince)
  const text = `sum(${sums.counted}) ${explained(uses, words)}`
  const used = Object.entries(sums.columns(bits)).filter(([name]) => new RegExp(`\\b${name}\\b`).test(text))
  const groups = [...(isSeries ? ['bucket'] : []), ...(by === undefined ? [] : ['own_key'])]
  const grouped = groups.length === 0 ? '' : `GROUP BY ${groups.join(', ')}`
  const columns = (bucket: string, key: string) =>
    (isSeries ? `${bucket} AS bucket, ` : '') + (by === undefined ? '' : `${key} AS own_key, `)
  return {
    // The outer statement merges the sketches once. Grouping them by half hour would need much memory.
    from: `FROM (
      SELECT ${columns('t.time', by === 'category' ? 't.kind' : 't.key')}${used.map(([name]) => `t.${name} AS ${name}`).join(', ')}
      FROM ${sums.table} AS t
      WHERE ${whereOf('key')} AND dimension = ${literal(dimension, 'String')} AND time >= ${at(from)} AND time < ${at(to)}
      UNION ALL
      SELECT ${columns(sums.rawTime, by === undefined ? '' : columnOf(raw, by))}${used.map(([name, of]) => `${of} AS ${name}`).join(', ')}
      FROM ${raw} AS v
      WHERE ${whereOf(dimension === '' ? '' : columnOf(raw, dimension))} AND (${ends.join(' OR ')})
      ${grouped}) WHERE 1`,
    time: 'bucket',
    key: 'own_key',
    counted: `sum(${sums.counted})`,
    words,
    isLimited: keys !== undefined,
  }
}

/** Replaces the placeholders in an expression. */
export function explained(sql: string, words: Words): string {
  return Object.entries(words).reduce((text, [word, own]) => text.replaceAll(`{${word}}`, own), sql)
}

/** Whether each step consists of whole half hours. In some time zones days do not begin at a half hour. */
function isWhole(range: TimeRange): boolean {
  return range.interval !== 'minute' && stepsOf(range).every((at) => at.getTime() % HALF_HOUR_MS === 0)
}
