import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import { movableClock } from '../../../testing/clock.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { NO_ID } from '../deltas/deltas.ts'
import { rowsStatement, seriesStatement, totalsStatement } from '../metrics/statements.ts'
import type { ViewScope } from '../metrics/view-scope.ts'
import { engineProcess } from './engine-process.ts'
import { viewCounter } from './view-counts.ts'
import { openWarehouse, type Warehouse } from './warehouse.ts'

const ENVIRONMENT = '01a20aa3-1a48-743b-a88d-b7a15a23a261'
const DAY_MS = 86_400_000
/** The real date, because ClickHouse deletes rows by the real time. */
const TODAY_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS
const VIEWS_DAYS = 30
const VIEWERS = 60_000
/** Error of the old sketches, which old ranges keep. */
const OLD_ERROR = 0.03
const migrations = join(import.meta.dirname, 'migrations')
const log = createLog('fatal')

let folder: string
let engine: ReturnType<typeof engineProcess>
let warehouse: Warehouse

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-warehouse-'))
  engine = engineProcess({ folder, secret: 'secret', memoryBytes: 1024 ** 3 }, log)
  await runMigrations('0001', '0007')
  await insertViewers(0, TODAY_MS - 10 * DAY_MS)
  await insertViewers(VIEWERS / 2, TODAY_MS - 4 * DAY_MS)
  // Only the sums of these views remain.
  await run('TRUNCATE TABLE views')
  warehouse = openWarehouse({ urlOf, log, viewsDays: VIEWS_DAYS, queries: 4 })
})
afterAll(async () => {
  await warehouse.close()
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

async function urlOf(): Promise<string> {
  const url = new URL(await engine.url())
  url.username = 'kinora'
  url.password = 'secret'
  return url.href
}

async function run(statement: string): Promise<string> {
  const headers = { authorization: `Basic ${Buffer.from('kinora:secret').toString('base64')}` }
  const response = await fetch(await engine.url(), { method: 'POST', headers, body: statement })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}

/** Runs these migrations as an older version of Kinora did. */
async function runMigrations(first: string, last: string): Promise<void> {
  await run('CREATE TABLE IF NOT EXISTS migrations (name String) ENGINE = ReplacingMergeTree ORDER BY name')
  for (const name of (await readdir(migrations)).toSorted()) {
    if (name < first || name.slice(0, 4) > last) continue
    const text = await readFile(join(migrations, name), 'utf8')
    for (const statement of text.split(/;\s*\n/)) if (statement.trim() !== '') await run(statement)
    await run(`INSERT INTO migrations VALUES ('${name}')`)
  }
}

/** Inserts one view for each of `count` viewers, numbered from `first`, over a day. */
function insertViewers(
  first: number,
  fromMs: number,
  count = VIEWERS,
  environmentId = ENVIRONMENT,
): Promise<string> {
  const startedAt = `fromUnixTimestamp64Milli(toInt64(${fromMs} + intDiv(number * ${DAY_MS}, ${count})), 'UTC')`
  return run(`INSERT INTO views (environment_id, started_at, object_id, view_id, kind, viewer_id, session_id, views, watch_ms)
    SELECT toUUID('${environmentId}'), ${startedAt}, toUUID('${ENVIRONMENT}'), generateUUIDv4(), 'video',
      sipHash64(number + ${first}), sipHash64(number + ${first}, 'visit'), 1, 1000
    FROM numbers(${count})`)
}

interface Figures {
  readonly views: number
  readonly viewers: number
  readonly sessions: number
}

/** Reads metrics of whole days from the sums. Days are relative to today. */
async function figuresBetween(fromDay: number, toDay: number): Promise<Figures> {
  const scope: ViewScope = {
    environments: [{ environmentId: ENVIRONMENT, contentIds: null }],
    range: {
      from: new Date(TODAY_MS + fromDay * DAY_MS),
      to: new Date(TODAY_MS + toDay * DAY_MS),
      interval: 'day',
      timezone: 'UTC',
    },
    filters: {},
    ...(await warehouse.since()),
    areFew: false,
    viewsSince: new Date(TODAY_MS - VIEWS_DAYS * DAY_MS),
  }
  const statement = totalsStatement(scope, ['views', 'viewers', 'sessions'])
  expect(statement).toContain('view_totals')
  const [row] = await warehouse.rows<Figures>(statement)
  return row ?? { views: 0, viewers: 0, sessions: 0 }
}

/** The rows of a statement without the number of groups, which only single rows can count. */
async function figuresOf(statement: string): Promise<object[]> {
  const rows = await warehouse.rows<{ readonly groups?: number }>(statement)
  return rows.map(({ groups: _, ...figures }) => figures)
}

const isNear = (real: number, error: number) => (value: number) => Math.abs(value - real) <= error * real
const near = (real: number, error: number) => expect.toSatisfy(isNear(real, error))

describe('the warehouse', () => {
  it('keeps viewer counts of deleted views when it migrates to better sketches', async () => {
    const known = { views: 2 * VIEWERS, viewers: near(1.5 * VIEWERS, OLD_ERROR) }
    expect(await figuresBetween(-10, 0)).toMatchObject(known)
    // Another process that starts at the same time also runs the migrations.
    await runMigrations('0008', '9999')
    expect(await figuresBetween(-10, 0)).toMatchObject(known)

    // Half of these viewers also have earlier views.
    await insertViewers(VIEWERS, TODAY_MS + DAY_MS)
    await insertViewers(VIEWERS, TODAY_MS + 2 * DAY_MS)
    const all = 2 * VIEWERS
    expect(await figuresBetween(-10, 4)).toEqual({
      views: 4 * VIEWERS,
      viewers: near(all, OLD_ERROR),
      sessions: near(all, OLD_ERROR),
    })
    expect(await figuresBetween(1, 4)).toEqual({
      views: 2 * VIEWERS,
      viewers: near(VIEWERS, 0.01),
      sessions: near(VIEWERS, 0.01),
    })
  })

  it('returns the same from sums of requests as from single counts', async () => {
    const pick = (values: readonly string[], n: number) =>
      `[${values.map((value) => `'${value}'`).join(', ')}][rand(${n}) % ${values.length} + 1]`
    await run(`INSERT INTO deliveries (environment_id, time, object_id, kind, custom_playback_id, file, rendition, status,
        is_cached, country, isp, cdn, requests, bytes, media_ms)
      SELECT toUUID('${ENVIRONMENT}'), toDateTime(${TODAY_MS / 1000} - rand(1) % (5 * 86400), 'UTC'),
        toUUID(concat('00000000-0000-0000-0000-00000000000', toString(rand(2) % 9))), ${pick(['video', 'live'], 3)},
        toUUID('${ENVIRONMENT}'), ${pick(['playlist', 'segment'], 4)}, ${pick(['1080p', '360p'], 5)},
        toUInt16(${pick(['200', '404', '503'], 6)}), rand(7) % 2, ${pick(['IN', 'AE'], 8)}, ${pick(['a', 'b'], 9)},
        ${pick(['', 'cloudflare'], 10)}, 1 + rand(11) % 9, rand(12) % 100000, rand(13) % 4000
      FROM numbers(20000)`)
    const range: ViewScope['range'] = {
      from: new Date(TODAY_MS - 4.6 * DAY_MS),
      to: new Date(TODAY_MS - 0.3 * DAY_MS),
      interval: 'day',
      timezone: 'Asia/Kolkata',
    }
    const since = await warehouse.since()
    const viewsSince = new Date(TODAY_MS - VIEWS_DAYS * DAY_MS)
    const sums: ViewScope = {
      environments: [{ environmentId: ENVIRONMENT, contentIds: null }],
      range,
      filters: {},
      areFew: false,
      viewsSince,
      ...since,
    }
    const never = new Date(TODAY_MS + DAY_MS)
    const single: ViewScope = { ...sums, totalsSince: { views: never, deliveries: never } }
    const metrics = [
      'requests',
      'delivered-bytes',
      'cached-requests',
      'failed-requests',
      'streamed-time',
    ] as const
    const dimensions = metrics.flatMap((metric) =>
      (
        [
          'contentId',
          'file',
          'rendition',
          'statusCode',
          'cache',
          'country',
          'isp',
          'cdn',
          'category',
        ] as const
      ).map((dimension) => (scope: ViewScope) => rowsStatement(scope, metric, dimension, 100)),
    )
    const filtered = (scope: ViewScope) =>
      seriesStatement(
        { ...scope, filters: { contentId: [`${NO_ID.slice(0, -1)}1`], category: ['live'] } },
        metrics,
      )
    const all = (scope: ViewScope) => seriesStatement(scope, metrics)
    for (const statementOf of [all, filtered, ...dimensions]) {
      expect(statementOf(sums)).toContain('delivery_totals')
      expect(statementOf(single)).not.toContain('delivery_totals')
      const [found, others] = await Promise.all([sums, single].map((scope) => figuresOf(statementOf(scope))))
      expect(found?.length).toBeGreaterThan(1)
      expect(found).toEqual(others)
    }
  })

  it('counts the views of environments by day, and counts again after a minute', async () => {
    const clock = movableClock()
    clock.freeze()
    const countViews = viewCounter(warehouse, clock, VIEWS_DAYS)
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
    await insertViewers(0, TODAY_MS - 3 * DAY_MS, 30, one)
    await insertViewers(0, TODAY_MS - 2 * DAY_MS, 5, one)
    await insertViewers(0, TODAY_MS - 2 * DAY_MS, 200, other)
    const range = (first: number, last: number) => ({
      from: new Date(TODAY_MS + (first + 0.5) * DAY_MS),
      to: new Date(TODAY_MS + (last + 0.5) * DAY_MS),
    })
    expect(await countViews([one], range(-5, 0))).toBe(35)
    expect(await countViews([one], range(-2, 0))).toBe(5)
    expect(await countViews([one, other], range(-2, 0))).toBe(205)

    await insertViewers(0, TODAY_MS - DAY_MS, 10, one)
    clock.advance(59)
    expect(await countViews([one], range(-5, 0))).toBe(35)
    clock.advance(1)
    expect(await countViews([one], range(-5, 0))).toBe(45)
  })

  it('deletes single views after VIEWS_DAYS and keeps their sums', async () => {
    const tables = { views: 'started_at', played_ranges: 'started_at', view_events: 'received_at' }
    const [old, young] = [TODAY_MS - (VIEWS_DAYS + 2) * DAY_MS, TODAY_MS - (VIEWS_DAYS - 2) * DAY_MS]
    for (const [table, time] of Object.entries(tables)) {
      await run(`SYSTEM STOP TTL MERGES ${table}`)
      const ids = { environment_id: ENVIRONMENT, object_id: ENVIRONMENT }
      const lines = [old, young].map((ms) =>
        JSON.stringify({
          ...ids,
          view_id: crypto.randomUUID(),
          [time]: ms,
          ...(table === 'views' && { kind: 'video', views: 1 }),
        }),
      )
      const settings = 'SETTINGS input_format_skip_unknown_fields = 1'
      await run(`INSERT INTO ${table} ${settings} FORMAT JSONEachRow\n${lines.join('\n')}\n`)
      const kept = async () => {
        const found = await run(`SELECT toUnixTimestamp(${time}) AS s FROM ${table}
          WHERE ${time} < toDateTime(${(young + DAY_MS) / 1000}) ORDER BY s FORMAT TSV`)
        return found
          .trim()
          .split('\n')
          .map((s) => 1000 * Number(s))
      }
      expect(await kept()).toEqual([old, young])
      await run(`SYSTEM START TTL MERGES ${table}`)
      await expect.poll(kept, { timeout: patient(20_000), interval: 100 }).toEqual([young])
    }
    expect(await figuresBetween(-VIEWS_DAYS - 3, -VIEWS_DAYS + 3)).toMatchObject({ views: 2 })
    expect(await figuresBetween(-VIEWS_DAYS - 3, -VIEWS_DAYS - 1)).toMatchObject({ views: 1 })
  })

  it('flushes inserts to disk and drops repeated ones in each table of metrics', async () => {
    const found = await run(`SELECT name, create_table_query FROM system.tables
      WHERE database = currentDatabase() AND engine LIKE '%MergeTree' FORMAT JSONEachRow`)
    const tables = found
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string; create_table_query: string })
      // Migrations restore the content of these tables.
      .filter(({ name }) => name !== 'migrations' && !name.endsWith('_since'))
    expect(tables.map(({ name }) => name).toSorted()).toEqual([
      'ad_figures',
      'ad_requests',
      'concurrent',
      'deliveries',
      'delivery_totals',
      'played_ranges',
      'presence',
      'report_totals',
      'usage',
      'view_events',
      'view_requests',
      'view_totals',
      'views',
    ])
    for (const { create_table_query } of tables)
      for (const setting of [
        'fsync_after_insert',
        'fsync_part_directory',
        'non_replicated_deduplication_window',
      ])
        expect(create_table_query).toMatch(new RegExp(`${setting} = [1-9]`))
  })
})
