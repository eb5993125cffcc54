import { keptDays } from '@kinora/contract'
import { type SQL, sql } from 'drizzle-orm'
import { addSeconds } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { problem } from '../../platform/problem.ts'

/** Maximum records scanned for a page if no index supports the filter. The page can then be short or empty, and still
 * have a next cursor. */
const MAX_SCANNED = 5_000
/** Minimum per run, so that pages make progress even with many runs. */
const MIN_SCANNED_PER_RUN = 500

/** Records are ordered by time and ID. A page starts after a position. */
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
  /** Selected columns, as `record.column`. */
  readonly columns: SQL
  /** Rows that each identify a run, records that an index returns in order: `unnest(…) AS run (place)`. */
  readonly runs: SQL
  readonly runCount: number
  /** Selects the records of a run. */
  readonly runCondition: SQL
  /** Selects other records of the run, by another index. */
  readonly otherCondition?: SQL
  /** Filter that is checked on each record, or null. */
  readonly filter: SQL | null
  readonly after: Position | null
  readonly from: Date
  readonly to: Date | null
  readonly pageSize: number
}

interface Found {
  readonly id: string
  readonly created_at: string
  /** The record matches the filter. */
  readonly is_match: boolean
  /** The last scanned record of its run. */
  readonly is_end: boolean
}

/** Reads the next records, newest first. Merges the runs, so that the cost does not grow with the table. Records
 * never change and a page starts strictly after a position, so no record is repeated or skipped. */
export async function readPage<Row>(db: Queryable, reading: Reading): Promise<Page<Row & Found>> {
  const { table, columns, runs, runCount, runCondition, otherCondition, filter } = reading
  const { after, from, to, pageSize } = reading
  const perRun =
    filter === null
      ? pageSize + 1
      : Math.max(MIN_SCANNED_PER_RUN, Math.ceil(MAX_SCANNED / Math.max(1, runCount)))
  const until = to === null ? sql`` : sql`AND record.created_at < ${to.toISOString()}::timestamptz`
  // The first condition is redundant, but allows partition pruning.
  const afterCursor =
    after === null
      ? sql``
      : sql`AND record.created_at <= ${after.at.toISOString()}::timestamptz
            AND (record.created_at, record.id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  const newestFirst = sql`ORDER BY record.created_at DESC, record.id DESC`
  const select = (condition: SQL) => sql`
        (SELECT ${columns}, record.created_at, record.id, row_number() OVER (${newestFirst}) AS nth
        FROM ${table} AS record
        WHERE ${condition} AND record.created_at >= ${from.toISOString()}::timestamptz ${until} ${afterCursor}
        ${newestFirst} LIMIT ${perRun})`
  const { rows } = await db.execute(sql`
    SELECT * FROM (
      SELECT record.*, ${filter ?? sql`true`} AS is_match, record.nth = ${perRun} AS is_end
      FROM ${runs} CROSS JOIN LATERAL (
        ${select(runCondition)} ${otherCondition ? sql`UNION ALL ${select(otherCondition)}` : sql``}
      ) AS record
    ) AS record
    WHERE is_match OR is_end
    ${newestFirst} LIMIT ${pageSize + 1}`)
  // The only place where rows get the type of the selected columns.
  return pageOf(rows as (Row & Found)[], pageSize)
}

function pageOf<Row extends Found>(rows: readonly Row[], pageSize: number): Page<Row> {
  const items: Row[] = []
  let last: Row | null = null
  for (const row of rows) {
    if (items.length === pageSize) return { items, next: last && positionOf(last) }
    if (row.is_match) items.push(row)
    last = row
    // Newer records of this run may not be scanned yet, so older records of other runs must wait.
    if (row.is_end) return { items, next: positionOf(row) }
  }
  return { items, next: null }
}

function positionOf(row: Found): Position {
  return { at: new Date(row.created_at), id: row.id }
}

/** Time span of a list, without `to`. Starts at the retention time, even if a partition still has older records. */
export function spanOf(now: Date, from: string | undefined, to: string | undefined) {
  return spanSince(addSeconds(now, -keptDays * 24 * 3600), from, to)
}

/** Time span limited to `oldest`, because PostgreSQL cannot represent all dates. */
export function spanSince(oldest: Date, from: string | undefined, to: string | undefined) {
  const notBefore = (text: string) => new Date(Math.max(oldest.getTime(), Date.parse(text)))
  return { from: from === undefined ? oldest : notBefore(from), to: to === undefined ? null : notBefore(to) }
}

export function cursorOf(position: Position | null): string | null {
  return position && Buffer.from(`${position.at.getTime()}.${position.id}`).toString('base64url')
}

const cursorPattern = /^(\d{1,13})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** @throws problem request-invalid for a malformed cursor */
export function parseCursor(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null
  const match = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString())
  if (match?.[1] !== undefined && match[2] !== undefined)
    return { at: new Date(Number(match[1])), id: match[2] }
  throw problem('request-invalid', { errors: [{ path: 'query.cursor', message: 'Invalid cursor' }] })
}

/** A PostgreSQL array. */
export function array(values: readonly string[], type: 'uuid' | 'text' | 'int'): SQL {
  return sql`${sql.param([...values])}::${sql.raw(type)}[]`
}

/** A LIKE pattern that matches the phrase literally, anywhere in the text. */
export function likePattern(phrase: string): string {
  return `%${phrase.trim().replace(/[\\%_]/g, '\\$&')}%`
}
