import { keptDays } from '@kinora/contract'
import { type SQL, sql } from 'drizzle-orm'
import { addSeconds } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { problem } from '../../platform/problem.ts'

/**
 * With a filter that no index serves, a page looks at this many records and no more. It may then be short, or even
 * empty, and its cursor still leads on.
 */
const MAX_SCANNED = 5_000
/** Of each run at least so many, or a page would not get far where there are many runs. */
const MIN_SCANNED_PER_RUN = 500

/** Records stand by time and id; a page begins after such a place. */
export interface Position {
  readonly at: Date
  readonly id: string
}

export interface Page<Item> {
  readonly items: Item[]
  readonly next: Position | null
}

export interface Reading {
  /** A table with `created_at` and `id`. */
  readonly table: SQL
  /** What is wanted of a record, as `record.column`. */
  readonly columns: SQL
  /** Rows, each of which begins a run of records that an index has in order: `unnest(…) AS run (place)`. */
  readonly runs: SQL
  readonly runCount: number
  /** Which records belong to a run. */
  readonly runCondition: SQL
  /** Filters that have to look at each record; null for none. */
  readonly filter: SQL | null
  readonly after: Position | null
  readonly from: Date
  readonly to: Date | null
  readonly pageSize: number
}

interface Found {
  readonly id: string
  readonly created_at: string
  /** It passed `look`. */
  readonly is_match: boolean
  /** Its run was looked at to here and not further. */
  readonly is_end: boolean
}

/**
 * The next records, the latest first: the runs are merged, so that the work does not grow with the table. Records
 * never change and a page begins strictly after the last one's place, so none comes twice and none is passed over,
 * whatever is written meanwhile.
 */
export async function readPage<Row>(db: Queryable, reading: Reading): Promise<Page<Row & Found>> {
  const { table, columns, runs, runCount, runCondition, filter, after, from, to, pageSize } = reading
  const perRun =
    filter === null
      ? pageSize + 1
      : Math.max(MIN_SCANNED_PER_RUN, Math.ceil(MAX_SCANNED / Math.max(1, runCount)))
  const until = to === null ? sql`` : sql`AND record.created_at < ${to.toISOString()}::timestamptz`
  // The first condition says nothing new, but lets partitions be passed over.
  const afterCursor =
    after === null
      ? sql``
      : sql`AND record.created_at <= ${after.at.toISOString()}::timestamptz
            AND (record.created_at, record.id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  const newestFirst = sql`ORDER BY record.created_at DESC, record.id DESC`
  const { rows } = await db.execute(sql`
    SELECT * FROM (
      SELECT record.*, ${filter ?? sql`true`} AS is_match, record.nth = ${perRun} AS is_end
      FROM ${runs} CROSS JOIN LATERAL (
        SELECT ${columns}, record.created_at, record.id, row_number() OVER (${newestFirst}) AS nth
        FROM ${table} AS record
        WHERE ${runCondition} AND record.created_at >= ${from.toISOString()}::timestamptz ${until} ${afterCursor}
        ${newestFirst} LIMIT ${perRun}
      ) AS record
    ) AS record
    WHERE is_match OR is_end
    ${newestFirst} LIMIT ${pageSize + 1}`)
  // The one place where rows take on the type of the columns that were asked for.
  return pageOf(rows as (Row & Found)[], pageSize)
}

function pageOf<Row extends Found>(rows: readonly Row[], pageSize: number): Page<Row> {
  const items: Row[] = []
  let last: Row | null = null
  for (const row of rows) {
    if (items.length === pageSize) return { items, next: last && positionOf(last) }
    if (row.is_match) items.push(row)
    last = row
    // What stands further back in the other runs may have younger ones before it in this one.
    if (row.is_end) return { items, next: positionOf(row) }
  }
  return { items, next: null }
}

function positionOf(row: Found): Position {
  return { at: new Date(row.created_at), id: row.id }
}

/** The span that a list shows, `to` excluded: nothing older than is kept, though a partition may still have it. */
export function spanOf(now: Date, from: string | undefined, to: string | undefined) {
  return spanSince(addSeconds(now, -keptDays * 24 * 3600), from, to)
}

/** A span without what is before `oldest`, which may be no time that the database knows. */
export function spanSince(oldest: Date, from: string | undefined, to: string | undefined) {
  const notBefore = (text: string) => new Date(Math.max(oldest.getTime(), Date.parse(text)))
  return { from: from === undefined ? oldest : notBefore(from), to: to === undefined ? null : notBefore(to) }
}

export function cursorOf(position: Position | null): string | null {
  return position && Buffer.from(`${position.at.getTime()}.${position.id}`).toString('base64url')
}

const cursorPattern = /^(\d{1,13})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** @throws problem request-invalid for a cursor that is none of ours */
export function parseCursor(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null
  const match = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString())
  if (match?.[1] !== undefined && match[2] !== undefined)
    return { at: new Date(Number(match[1])), id: match[2] }
  throw problem('request-invalid', { errors: [{ path: 'query.cursor', message: 'Invalid cursor' }] })
}

/** Values as one array of the database. */
export function array(values: readonly string[], type: 'uuid' | 'text' | 'int'): SQL {
  return sql`${sql.param([...values])}::${sql.raw(type)}[]`
}

/** A phrase as it stands in a LIKE pattern: anywhere, and literally. */
export function likePattern(phrase: string): string {
  return `%${phrase.trim().replace(/[\\%_]/g, '\\$&')}%`
}
