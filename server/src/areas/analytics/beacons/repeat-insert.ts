import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { CMCD_PLAYER, counted, NO_ID } from '../deltas/deltas.ts'
import { literal } from '../warehouse/literal.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'

/** Tables whose readers deduplicate rows by key, so a duplicate row does no harm. */
const identified = ['view_events', 'played_ranges', 'presence']
/** Time slot of the rows of `view_totals` without a dimension. */
const SLOT_MS = 1_800_000
/** ClickHouse records the token of an insert shortly before the rows become visible. */
const SETTLE_MS = 1000

/** A row of a batch for the table `views`. */
type ViewRow = Readonly<
  Record<'environment_id' | 'object_id' | 'view_id' | 'kind' | 'player_version', string> &
    Record<'started_at' | 'is_bot' | 'last_seq' | (typeof counted)[number], number>
>

/** How much of the views of a batch the warehouse has. */
interface Found {
  readonly hasRows: boolean
  readonly isWhole: boolean
  /** Whether the sums certainly lack the batch. */
  readonly lacksSums: boolean
}

/**
 * Inserts rows of a batch that may have been sent before, so that they count once.
 *
 * ClickHouse drops a repeated insert by its token, but does not flush its list of tokens to disk. After a power loss the
 * list can lack tokens of existing rows or have tokens of lost rows. So views are looked up first. Sums have no key to look
 * up by and rely on the token.
 */
export async function repeatInsert(
  warehouse: Warehouse,
  target: string,
  lines: string,
  token: string,
): Promise<void> {
  if (target === 'views') {
    const rows = lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ViewRow)
    // ClickHouse inserts each month as one part, one after the other.
    for (const own of Map.groupBy(rows, monthOf).values()) await repeatViews(warehouse, own, token)
    return
  }
  await warehouse.insert(target, lines, identified.includes(target) ? `${token}-${randomUUID()}` : token)
}

function monthOf({ started_at }: ViewRow): string {
  return new Date(started_at).toISOString().slice(0, 7)
}

/** Inserts the rows of a month. ClickHouse writes them to `views` before it adds them to `view_totals`, so only the sums are
 * missing if it dies in between. */
async function repeatViews(warehouse: Warehouse, rows: readonly ViewRow[], token: string): Promise<void> {
  const known = rows.filter(isNew).toSorted((one, other) => weightOf(other) - weightOf(one))[0]
  if (known === undefined) return insertViews(warehouse, rows, token)
  const look = () => findViews(warehouse, rows, known)
  const before = await look()
  if (before.isWhole) return
  await insertMissing(warehouse, rows, before, token)
  if (!(await look()).lacksSums) return
  await pause(SETTLE_MS)
  const after = await look()
  if (after.lacksSums) await insertMissing(warehouse, rows, after, `${token}-again`)
}

/** Whether the sequence number of the row is new for its view. Views that are derived from requests can repeat a number. */
function isNew({ player_version, views }: ViewRow): boolean {
  return player_version !== CMCD_PLAYER || views === 1
}

/** The amount that the row adds to the sums of its half hour, over all counted columns. */
function weightOf(row: ViewRow): number {
  return row.is_bot === 1 ? 0 : counted.reduce((sum, name) => sum + row[name], 0)
}

/** Looks up one row and the sums of its half hour, which stand for all rows and sums of the month.
 * @param known the row to look up */
async function findViews(warehouse: Warehouse, rows: readonly ViewRow[], known: ViewRow): Promise<Found> {
  const { environment_id, object_id, view_id, kind, started_at, last_seq } = known
  const slotOf = (row: ViewRow) => Math.floor(row.started_at / SLOT_MS)
  const isBeside = (row: ViewRow) =>
    row.environment_id === environment_id && row.kind === kind && slotOf(row) === slotOf(known)
  const added = rows.filter(isBeside).reduce((sum, row) => sum + weightOf(row), 0)

  const at = (ms: number) => literal(new Date(ms), `DateTime64(3, 'UTC')`)
  const from = slotOf(known) * SLOT_MS
  const own = `environment_id = ${literal(environment_id, 'UUID')}`
  const isKind = `kind = ${literal(kind, 'String')}`
  const hour = `toStartOfHour(started_at) = toStartOfHour(${at(started_at)})`
  const weight = `sum(${counted.map((name) => `t.${name}`).join(' + ')})`
  const [found] = await warehouse.rows<{ rows: number; missing: number }>(
    `SELECT
      (SELECT count() FROM views WHERE ${own} AND ${hour} AND object_id = ${literal(object_id, 'UUID')}
        AND started_at = ${at(started_at)} AND view_id = ${literal(view_id, 'UUID')}
        AND last_seq >= ${literal(last_seq, 'UInt32')}) AS rows,
      (SELECT ${weight} FROM views AS t WHERE ${own} AND ${hour} AND ${isKind} AND is_bot = 0
        AND started_at >= ${at(from)} AND started_at < ${at(from + SLOT_MS)})
      - (SELECT ${weight} FROM view_totals AS t WHERE ${own} AND dimension = '' AND time = ${at(from)} AND ${isKind})
        AS missing`,
  )
  const hasRows = Number(found?.rows) > 0
  const missing = Number(found?.missing)
  const isWhole = hasRows && missing === 0
  return { hasRows, isWhole, lacksSums: !isWhole && missing === (hasRows ? added : 0) }
}

/** Inserts rows and sums, or only the sums if the rows are there. */
async function insertMissing(
  warehouse: Warehouse,
  rows: readonly ViewRow[],
  { hasRows }: Found,
  token: string,
): Promise<void> {
  // If the list lacks the token, this row adds it for `views` only. The row belongs to no environment and no sum.
  const ids = { environment_id: NO_ID, object_id: NO_ID, view_id: NO_ID }
  const placeholder = { ...ids, kind: 'video', is_bot: 1, started_at: rows[0]?.started_at }
  if (hasRows) await insertViews(warehouse, [placeholder], token)
  await insertViews(warehouse, rows, token)
}

function insertViews(warehouse: Warehouse, rows: readonly unknown[], token: string): Promise<void> {
  return warehouse.insert('views', rows.map((row) => `${JSON.stringify(row)}\n`).join(''), token)
}
