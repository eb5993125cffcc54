import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import type { Logger } from '../../../platform/log.ts'
import { inTurns, isInFurtherTurn } from '../../../platform/turns/turns.ts'
import { literal } from './literal.ts'

/** The database of views: ClickHouse, embedded or on servers. */
export interface Warehouse {
  /** Runs a SELECT in the turn of the environment that asks. 64-bit integers are returned as numbers.
   * @throws problem unavailable if too many wait
   * @throws Error if the warehouse is unavailable or the statement exceeds `LIMITS` */
  rows<Row>(statement: string): Promise<Row[]>
  /** Inserts rows, given as JSON lines. An insert with a known token has no effect. */
  insert(table: string, lines: string, token: string): Promise<void>
  state(): Promise<WarehouseState>
  /** From when on sums and sketches are complete. @throws Error if the warehouse is unavailable */
  since(): Promise<Since>
  /** Creates hard links to the data of all tables in the folder `shadow/<name>` of the embedded warehouse. */
  freeze(name: string): Promise<void>
  /** Whether this process has opened the warehouse. */
  isOpen(): boolean
  close(): Promise<void>
}

/** State of a running warehouse. */
export interface WarehouseState {
  /** Parts of the table and partition that has most. Inserts stop at 3000. */
  readonly mostParts: number
  readonly memoryBytes: number
  readonly diskBytes: number
}

interface Since {
  /** From when on `view_totals` and `delivery_totals` are complete. */
  readonly totalsSince: Readonly<Record<'views' | 'deliveries', Date>>
  /** From when on the sketches with an error below 1% are complete. */
  readonly sketchesSince: Date
  /** From when on single startup times are complete. */
  readonly startupsSince: Date
}

/** Limits of a statement: seconds, and bytes of memory. */
const LIMITS = { seconds: 30, bytes: 1024 ** 3 }
const TIMEOUT_MS = 60_000
const MAX_WAITING = 200
/** The largest time value of a Date. */
const LAST_MS = 8.64e15
export const warehouseMigrations = join(import.meta.dirname, 'migrations')

/** Tables whose rows are deleted after `VIEWS_DAYS`, with their time columns. */
const viewTables = {
  views: 'started_at',
  played_ranges: 'started_at',
  view_events: 'received_at',
  deliveries: 'time',
} as const

interface WarehouseOptions {
  /** Returns the current URL with user, password and database; called before each statement. */
  readonly urlOf: () => Promise<string>
  readonly log: Logger
  /** Days that single views are kept. */
  readonly viewsDays: number
  /** SELECTs that run at once, at least 2. One environment never has all of them. */
  readonly queries: number
  /** Called after each insert. */
  readonly inserted?: () => void
}

export function openWarehouse({ urlOf, log, viewsDays, queries, inserted }: WarehouseOptions): Warehouse {
  const inTurn = inTurns({ count: queries, ofOne: queries - 1, maxWaiting: MAX_WAITING })
  let opened: { readonly url: string; readonly client: Promise<ClickHouseClient> } | null = null
  let known: { readonly url: string; readonly since: Since } | null = null

  async function client(): Promise<ClickHouseClient> {
    const url = await urlOf()
    if (opened?.url === url) return opened.client
    const next = createClient({ url, request_timeout: TIMEOUT_MS, log: { level: ClickHouseLogLevel.OFF } })
    const own = { url, client: migrate(next, viewsDays).then(() => next) }
    opened = own
    own.client.catch((err: unknown) => {
      if (opened === own) opened = null
      log.warn({ err }, 'the warehouse cannot be opened')
    })
    return own.client
  }

  // Otherwise an alias with the name of a column would hide the column, even in conditions.
  const bounded = `prefer_column_name_to_alias = 1, max_execution_time = ${LIMITS.seconds}, max_memory_usage = ${LIMITS.bytes}`
  return {
    isOpen: () => opened !== null,
    async rows(statement) {
      return inTurn(async () => {
        // While a query of 1 runs, ClickHouse pauses those of 2.
        const priority = isInFurtherTurn() ? 2 : 1
        const query = `${statement}\nSETTINGS ${bounded}, output_format_json_quote_64bit_integers = 0, priority = ${priority}`
        const result = await (await client()).query({ query, format: 'JSONEachRow' })
        return result.json()
      })
    },
    async insert(table, lines, token) {
      const settings = [
        `insert_deduplication_token = ${quotedToken(token)}`,
        'deduplicate_blocks_in_dependent_materialized_views = 1',
        'async_insert = 0',
        // More threads need more memory: each makes sums of its own.
        'max_threads = 1',
        'max_insert_threads = 1',
      ]
      const query = `INSERT INTO ${table} SETTINGS ${settings.join(', ')} FORMAT JSONEachRow\n${lines}`
      await (await client()).command({ query })
      inserted?.()
    },
    async state() {
      const query = `SELECT toUInt32(max(count)) AS parts, sum(bytes) AS disk,
          (SELECT any(value) FROM system.metrics WHERE metric = 'MemoryTracking') AS memory
        FROM (SELECT count() AS count, sum(bytes_on_disk) AS bytes
          FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table, partition)`
      const result = await (await client()).query({ query, format: 'JSONEachRow' })
      const [row] = await result.json<Record<'parts' | 'disk' | 'memory', number | string>>()
      return {
        mostParts: Number(row?.parts ?? 0),
        memoryBytes: Number(row?.memory ?? 0),
        diskBytes: Number(row?.disk ?? 0),
      }
    },
    async since() {
      const own = await client()
      const url = opened?.url ?? ''
      if (known?.url === url) return known.since
      const query = `SELECT
        (SELECT toUnixTimestamp64Milli(max(at)) FROM view_totals_since) AS views,
        (SELECT toUnixTimestamp64Milli(max(at)) FROM delivery_totals_since) AS deliveries,
        (SELECT toUnixTimestamp64Milli(min(at)) FROM view_sketches_since) AS sketches,
        (SELECT toUnixTimestamp64Milli(min(at)) FROM view_startups_since) AS startups`
      const result = await own.query({ query, format: 'JSONEachRow' })
      const [row] =
        await result.json<Record<'views' | 'deliveries' | 'sketches' | 'startups', number | string>>()
      const dateOf = (ms: number | string | undefined) => new Date(Number(ms ?? LAST_MS))
      const totalsSince = { views: dateOf(row?.views), deliveries: dateOf(row?.deliveries) }
      const since = { sketchesSince: dateOf(row?.sketches), startupsSince: dateOf(row?.startups) }
      known = { url, since: { totalsSince, ...since } }
      return known.since
    },
    async freeze(name) {
      const own = await client()
      const query = `SELECT name FROM system.tables WHERE database = currentDatabase() AND endsWith(engine, 'MergeTree')`
      const tables = await own.query({ query, format: 'JSONEachRow' })
      for (const table of await tables.json<{ name: string }>())
        await own.command({ query: `ALTER TABLE ${table.name} FREEZE WITH NAME ${quotedToken(name)}` })
    },
    async close() {
      await (await opened?.client.catch(() => undefined))?.close()
    },
  }
}

function quotedToken(token: string): string {
  if (!/^[\w-]+$/.test(token)) throw new Error('the name is not valid')
  return `'${token}'`
}

/** Runs new migrations. A migration can run twice, because processes do not wait for each other. */
async function migrate(client: ClickHouseClient, viewsDays: number): Promise<void> {
  const run = (query: string) => client.command({ query })
  await run('CREATE TABLE IF NOT EXISTS migrations (name String) ENGINE = ReplacingMergeTree ORDER BY name')
  const known = await client.query({ query: 'SELECT name FROM migrations', format: 'JSONEachRow' })
  const done = new Set((await known.json<{ name: string }>()).map(({ name }) => name))
  for (const name of (await readdir(warehouseMigrations)).toSorted()) {
    if (done.has(name)) continue
    const text = await readFile(join(warehouseMigrations, name), 'utf8')
    for (const statement of text.split(/;\s*\n/)) if (statement.trim() !== '') await run(statement)
    await run(`INSERT INTO migrations VALUES (${literal(name, 'String')})`)
  }
  // Old rows are deleted when parts are merged, not at once.
  for (const [table, time] of Object.entries(viewTables))
    await run(
      `ALTER TABLE ${table} MODIFY TTL toDateTime(${time}) + INTERVAL ${viewsDays} DAY
        SETTINGS materialize_ttl_after_modify = 0`,
    )
}
