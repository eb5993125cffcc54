import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { CMCD_PLAYER, counted, NO_ID } from '../views/deltas.ts'
import { literal } from '../warehouse/literal.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'

/** Readers of these tables go by the identity of a row, so a row that is there twice counts once. */
const identified = ['view_events', 'played_ranges', 'presence']
/** Rows of `view_totals` without a dimension are of so long. */
const SLOT_MS = 1_800_000
/** An entry of the warehouse's list of inserted batches is written a moment before its rows can be read. */
const SETTLE_MS = 1000

/** A row of `views`, of a batch. */
type ViewRow = Readonly<
  Record<'environment_id' | 'object_id' | 'view_id' | 'kind' | 'player_version', string> &
    Record<'started_at' | 'is_bot' | 'last_seq' | (typeof counted)[number], number>
>

/** What the warehouse has of the views of a batch. */
interface Found {
  readonly hasRows: boolean
  readonly isWhole: boolean
  /** Whether it is certain that the sums do not have them. */
  readonly lacksSums: boolean
}

/**
 * Inserts rows of a batch that may have been sent before, so that they count once.
 *
 * ClickHouse drops a repeated insert because of its token, but it does not write its list of tokens through to the disk: after a
 * power loss the list can lack rows that are there, or name rows that are gone. So views are looked up. Sums without an
 * identity are left to the token.
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
    // ClickHouse inserts the rows of a month together, and months one after the other.
    for (const own of Map.groupBy(rows, monthOf).values()) await repeatViews(warehouse, own, token)
    return
  }
  await warehouse.insert(target, lines, identified.includes(target) ? `${token}-${randomUUID()}` : token)
}

function monthOf({ started_at }: ViewRow): string {
  return new Date(started_at).toISOString().slice(0, 7)
}

/** Rows of a month go into `views` before their sums go into `view_totals`. If the warehouse dies in between, only the sums are
 * missing. */
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

/** Whether the row says more of its view than the rows before. Views that are made of requests can have the same number again. */
function isNew({ player_version, views }: ViewRow): boolean {
  return player_version !== CMCD_PLAYER || views === 1
}

/** What the row adds to the sums. */
function weightOf(row: ViewRow): number {
  return row.is_bot === 1 ? 0 : counted.reduce((sum, name) => sum + row[name], 0)
}

/** A row stands for all rows of its month, and the sums of its half hour for all sums.
 * @param known the row */
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

/** Adds only sums where the rows are there. */
async function insertMissing(
  warehouse: Warehouse,
  rows: readonly ViewRow[],
  { hasRows }: Found,
  token: string,
): Promise<void> {
  // The list may lack the token. A row that no environment has, and that is in no sum, puts it there, for `views` alone.
  const ids = { environment_id: NO_ID, object_id: NO_ID, view_id: NO_ID }
  const placeholder = { ...ids, kind: 'video', is_bot: 1, started_at: rows[0]?.started_at }
  if (hasRows) await insertViews(warehouse, [placeholder], token)
  await insertViews(warehouse, rows, token)
}

function insertViews(warehouse: Warehouse, rows: readonly unknown[], token: string): Promise<void> {
  return warehouse.insert('views', rows.map((row) => `${JSON.stringify(row)}\n`).join(''), token)
}
