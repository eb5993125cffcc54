import type { Dimension } from '@kinora/contract'
import { counted } from '../views/deltas.ts'
import { literal, literals } from '../warehouse/literal.ts'
import { columnOf, type FigureTable, hasColumn } from './columns.ts'
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
  /** What the words of metrics mean here. */
  readonly words: Words
}

/** Words in braces in metrics (`definitions.ts`), and the expressions they stand for. */
export type Words = Readonly<
  Record<'viewers' | 'sessions' | 'startup' | 'cachedRequests' | 'failedRequests', string>
>

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

/** Of single views and of answers by minute. */
export const rawWords: Words = {
  viewers: `uniqCombined64(${BITS})(viewer_id)`,
  sessions: `uniqCombined64(${BITS})(session_id)`,
  startup: 'quantileTDigest(0.5)(startup_ms)',
  cachedRequests: 'sumIf(requests, is_cached = 1)',
  failedRequests: 'sumIf(requests, status >= 400)',
}

const HALF_HOUR_MS = 30 * 60_000
const DAY_MS = 86_400_000

/** A table with sums of the rows of another. */
interface Sums {
  readonly table: string
  /** When the rows were. The first condition is for the index. */
  rawBetween(start: string, stop: string): string
  /** The time of the half hour of a row. */
  readonly rawTime: string
  /** Dimensions whose sums are by half an hour. Those of the others are by UTC day. */
  readonly byHalfHour: readonly (Dimension | '')[]
  /** Its columns, and the expressions that make them of rows. */
  columns(bits: number): Readonly<Record<string, string>>
  words(bits: number): Words
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
      }
    },
    words(bits) {
      const [viewers = '', sessions = ''] = sketchColumns(bits)
      return {
        ...rawWords,
        viewers: `uniqCombined64Merge(${bits})(${viewers})`,
        sessions: `uniqCombined64Merge(${bits})(${sessions})`,
        startup: 'quantileTDigestMerge(0.5)(startups)',
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
 * The sums of a table, and its rows at the ragged ends of the range. Null if there are none, or if the scope needs more than
 * these know, as two dimensions at once, began before them, or is so short that rows are read as fast.
 */
export function totalsSource(
  raw: FigureTable,
  scope: ViewScope,
  { uses = '', isSeries = false, by, keys }: Wanted,
): Source | null {
  if (raw !== 'views' && raw !== 'deliveries') return null
  const { environmentId, range, contentIds, filters, totalsSince, sketchesSince, viewsSince } = scope
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
    contentIds !== null ||
    second !== undefined ||
    // Pages may give each view a value of its own, so there are no sums of these.
    /^custom\d/.test(dimension) ||
    (dimension !== '' && !hasColumn(raw, dimension)) ||
    (end - first < 2 * DAY_MS + stepMs && range.from >= viewsSince)
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
      `environment_id = ${literal(environmentId, 'UUID')}`,
      ...(category === undefined ? [] : [`kind IN ${literals(category, 'String')}`]),
      ...(values === undefined ? [] : [`${key} IN ${literals(values, 'String')}`]),
      ...(keys === undefined ? [] : [`${key} IN (${keys})`]),
    ].join(' AND ')
  const ends = [
    [range.from, from],
    [to, range.to],
  ].map(([start = from, stop = to]) => `(${sums.rawBetween(at(start), at(stop))})`)
  const bits = from < sketchesSince ? OLD_BITS : BITS
  const words = sums.words(bits)
  const text = `sum(${sums.counted}) ${explained(uses, words)}`
  const used = Object.entries(sums.columns(bits)).filter(([name]) => new RegExp(`\\b${name}\\b`).test(text))
  const groups = [...(isSeries ? ['bucket'] : []), ...(by === undefined ? [] : ['own_key'])]
  const grouped = groups.length === 0 ? '' : `GROUP BY ${groups.join(', ')}`
  const columns = (bucket: string, key: string) =>
    (isSeries ? `${bucket} AS bucket, ` : '') + (by === undefined ? '' : `${key} AS own_key, `)
  return {
    // Sketches are merged once, by the statement around this: grouped by half hours they would take much memory.
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
  }
}

/** An expression with what its words stand for. */
export function explained(sql: string, words: Words): string {
  return Object.entries(words).reduce((text, [word, own]) => text.replaceAll(`{${word}}`, own), sql)
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
