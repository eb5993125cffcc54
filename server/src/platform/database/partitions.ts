import { keptDays } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import type { Logger } from '../log.ts'
import type { Database, Transaction } from './database.ts'

/** A table with weekly partitions by `created_at`, named by their Monday, and `<table>_default` for rows without a
 * partition, so that no row is refused. */
export interface Partitioned {
  readonly table: string
  /** Storage parameters of each partition, such as `toast_tuple_target = 512`. */
  readonly storage?: string
}

const DAY_MS = 24 * 3600 * 1000
const WEEK_MS = 7 * DAY_MS
const WEEKS_AHEAD = 3
const PARTITIONS_LOCK = 7_283_644
/** Maximum time that other statements wait behind us. The next sweep tries again. */
const LOCK_WAIT = '2s'

/** Creates the partitions of this week and the next ones, and drops those whose rows are all older than the
 * retention. */
export async function keepPartitions(
  db: Database,
  { table, storage }: Partitioned,
  now: Date,
  log: Logger,
): Promise<void> {
  const present = startOfWeek(now.getTime())
  const oldest = now.getTime() - keptDays * DAY_MS
  const found = await weeksOf(db, table)
  for (let week = present; week <= present + WEEKS_AHEAD * WEEK_MS; week += WEEK_MS) {
    if (found.has(week)) continue
    await change(db, table, log, (tx) => addWeek(tx, table, storage, week))
  }
  for (const week of found) {
    if (week + WEEK_MS > oldest) continue
    await change(db, table, log, (tx) => tx.execute(sql.raw(`DROP TABLE IF EXISTS ${nameOf(table, week)}`)))
  }
  const before = new Date(oldest).toISOString()
  await db.execute(sql`DELETE FROM ${sql.identifier(`${table}_default`)} WHERE created_at < ${before}`)
}

/** Changes the table with a short lock timeout, one process at a time. */
async function change(
  db: Database,
  table: string,
  log: Logger,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(${PARTITIONS_LOCK})`)
      await tx.execute(sql.raw(`SET LOCAL lock_timeout = '${LOCK_WAIT}'`))
      await work(tx)
    })
  } catch (err) {
    log.warn({ err, table }, 'a partition could not be changed; it will be retried')
  }
}

/** Moves rows of the week from the default partition to the new one, in the same transaction. */
async function addWeek(tx: Transaction, table: string, storage: string | undefined, week: number) {
  const name = nameOf(table, week)
  const { rows } = await tx.execute(sql`SELECT 1 FROM pg_class WHERE oid = to_regclass(${name})`)
  if (rows.length > 0) return
  const [from, to] = [isoOf(week), isoOf(week + WEEK_MS)]
  await tx.execute(sql.raw(`LOCK TABLE ${table}_default IN ACCESS EXCLUSIVE MODE`))
  await tx.execute(
    sql.raw(`CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)
      ${storage === undefined ? '' : `WITH (${storage})`}`),
  )
  await tx.execute(
    sql.raw(`WITH moved AS (
        DELETE FROM ${table}_default WHERE created_at >= '${from}' AND created_at < '${to}' RETURNING *
      ) INSERT INTO ${name} SELECT * FROM moved`),
  )
  await tx.execute(
    sql.raw(`ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`),
  )
}

async function weeksOf(db: Database, table: string): Promise<Set<number>> {
  const { rows } = await db.execute<{ name: string }>(sql`
    SELECT part.relname AS name FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid
    WHERE inhparent = ${table}::regclass`)
  const starts = rows.map(({ name }) => /_(\d{4})(\d\d)(\d\d)$/.exec(name)?.slice(1).join('-'))
  return new Set(starts.flatMap((start) => (start === undefined ? [] : [Date.parse(start)])))
}

/** Monday, 00:00 UTC. */
function startOfWeek(at: number): number {
  const day = Math.floor(at / DAY_MS)
  // The epoch started on a Thursday.
  return (day - ((day + 3) % 7)) * DAY_MS
}

function nameOf(table: string, week: number): string {
  return `${table}_${isoOf(week).slice(0, 10).replaceAll('-', '')}`
}

function isoOf(at: number): string {
  return new Date(at).toISOString()
}
