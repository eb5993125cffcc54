import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../../platform/database/database.ts'
import { createLog } from '../../../platform/log.ts'
import { viewEventOf } from '../../../testing/analytics/view-event.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import {
  type ReceivedEvent,
  rowBetween,
  stateAfter,
  type ViewFacts,
  type ViewState,
} from '../deltas/deltas.ts'
import { viewEventBatches, viewEventBatchRows } from '../deltas/tables.ts'
import { eventRow, playedRows, presenceRows } from '../views/event-rows.ts'
import { engineProcess } from '../warehouse/engine-process.ts'
import { literal } from '../warehouse/literal.ts'
import { openWarehouse, type Warehouse } from '../warehouse/warehouse.ts'
import { addBatch, type Batch, sendBatch, sendBatches } from './batches.ts'

const VIEWS_DAYS = 400
const DAY_MS = 86_400_000
const WATCH_MS = 5000
const log = createLog('fatal')
const now = new Date()
/** Start times of four views. Two are in an earlier month, so an insert makes two parts in tables of views. */
const starts = [0, 0, 40 * DAY_MS, 40 * DAY_MS].map((ms) => now.getTime() - 60_000 - ms)
const tables = ['views', 'view_totals', 'view_events', 'played_ranges', 'presence'] as const

interface Part {
  readonly table: string
  readonly name: string
}

/** Files of a batch that a power loss deletes. */
interface Loss {
  /** Whether a part is lost. */
  readonly part: (part: Part) => boolean
  /** Whether the list of inserted batches loses the entry of a part. */
  readonly entry: (part: Part) => boolean
}

const none = () => false
const all = () => true
const isOfTotals = ({ table }: Part) => table === 'view_totals'
const isOfLaterPart = ({ table, name }: Part) =>
  isOfTotals({ table, name }) || (table === 'views' && name.startsWith(month(starts[0] ?? 0)))
const losses: Readonly<Record<string, Loss>> = {
  'nothing is lost': { part: none, entry: none },
  'entries are lost': { part: none, entry: all },
  'parts are lost': { part: all, entry: none },
  'parts and entries are lost': { part: all, entry: all },
  'sums are not there yet': { part: isOfTotals, entry: isOfTotals },
  'sums are not there yet, and entries are lost': { part: isOfTotals, entry: all },
  'sums are lost': { part: isOfTotals, entry: none },
  'sums and entries of rows are lost': { part: isOfTotals, entry: ({ table }) => table === 'views' },
  'some months are lost': { part: isOfLaterPart, entry: none },
  'some months and entries are lost': { part: isOfLaterPart, entry: all },
}
const environments = new Map(Object.keys(losses).map((name) => [name, crypto.randomUUID()]))

let folder: string
let engine: ReturnType<typeof engineProcess>
let world: World
let database: ReturnType<typeof openDatabase>
const warehouses: Warehouse[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-repeat-'))
  // Without a worker, only the test sends batches.
  world = await openWorld({ env: { ROLES: 'web' } })
  database = openDatabase(world.kinora.databaseUrl, 4, log)
  start()
})
afterAll(async () => {
  await stop()
  await database.close()
  await world.end()
  await rm(folder, { recursive: true, force: true })
})

function start(): void {
  engine = engineProcess({ folder, secret: 'secret', memoryBytes: 1024 ** 3 }, log)
  const urlOf = async () => (await engine.url()).replace('http://', 'http://kinora:secret@')
  // One for each of two processes.
  for (let n = 0; n < 2; n += 1)
    warehouses.push(openWarehouse({ urlOf, log, viewsDays: VIEWS_DAYS, queries: 4 }))
}

async function stop(): Promise<void> {
  for (const warehouse of warehouses.splice(0)) await warehouse.close()
  await engine.close()
}

function rows<Row>(statement: string): Promise<Row[]> {
  return warehouses[0]?.rows<Row>(statement) ?? Promise.resolve([])
}

function month(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7).replace('-', '')
}

/** Returns a function that makes the rows of the next reports of the views of an environment. */
function viewsOf(environmentId: string) {
  const facts = { object_id: environmentId, kind: 'video', is_bot: 0, player_version: '1' } as ViewFacts
  const ids = starts.map(() => crypto.randomUUID())
  const states = new Map<string, ViewState>()
  return (seq: number) => {
    const events = starts.map((startedMs, n): ReceivedEvent => {
      const viewId = ids[n] ?? ''
      const elapsedMs = now.getTime() - startedMs
      const watched = { watchMs: seq * WATCH_MS, played: [[0, seq * 5]] as [number, number][] }
      const event = viewEventOf('', { viewId, seq, elapsedMs, ...watched })
      return { ...event, environmentId, receivedMs: now.getTime(), atMs: now.getTime(), facts }
    })
    const views = events.map((event) => {
      const before = states.get(event.viewId) ?? null
      const after = stateAfter(before, event)
      if (after === null) throw new Error('the report says nothing new')
      states.set(event.viewId, after)
      return rowBetween(event, before, after)
    })
    return {
      views,
      played_ranges: playedRows(events, (event) => states.get(event.viewId)?.startedMs),
      presence: presenceRows(events),
      view_events: events.map(eventRow),
    }
  }
}

/** Sends two batches, the second like a process that dies before the confirmation. @returns the parts of the second batch */
async function sendTwo(environmentId: string): Promise<Part[]> {
  const report = viewsOf(environmentId)
  const [warehouse] = warehouses
  if (warehouse === undefined) return []
  await sendBatch(database.db, warehouse, await newBatch(report(1)))
  const before = await partsOf(environmentId)
  const batch = await newBatch(report(3))
  await sendBatch(database.db, warehouse, batch)
  await database.db.insert(viewEventBatches).values({ id: batch.id, createdAt: now })
  await database.db
    .insert(viewEventBatchRows)
    .values(batch.tables.map((table) => ({ batchId: batch.id, ...table })))
  const isKnown = ({ table, name }: Part) => before.some((part) => part.table === table && part.name === name)
  return (await partsOf(environmentId)).filter((part) => !isKnown(part))
}

function newBatch(content: Parameters<typeof addBatch>[2]): Promise<Batch> {
  return database.db.transaction((tx) => addBatch(tx, now, content))
}

function partsOf(environmentId: string): Promise<Part[]> {
  const own = `environment_id = ${literal(environmentId, 'UUID')}`
  const selects = tables.map(
    (table) => `SELECT DISTINCT '${table}' AS table, toString(_part) AS name FROM ${table} WHERE ${own}`,
  )
  return rows<Part>(selects.join(' UNION ALL '))
}

/** Counts of an environment in each table. */
async function figures(environmentId: string): Promise<Record<string, unknown>> {
  const own = `environment_id = ${literal(environmentId, 'UUID')}`
  const [row] = await rows<Record<string, unknown>>(`SELECT
    (SELECT (sum(views.views), sum(views.watch_ms), uniqExact(view_id)) FROM views WHERE ${own}) AS single,
    (SELECT (sum(view_totals.views), sum(view_totals.watch_ms)) FROM view_totals WHERE ${own} AND dimension = '') AS sums,
    (SELECT count() FROM view_events FINAL WHERE ${own}) AS reports,
    (SELECT groupArray(arraySort(ranges)) FROM played_ranges FINAL WHERE ${own}) AS played,
    (SELECT uniqExact(view_id, seq) FROM presence WHERE ${own}) AS present`)
  return row ?? {}
}

it('counts a waiting batch once after a power loss, whatever part of it is lost, even if two processes send it', async () => {
  // ClickHouse names the tokens of sums differently in the process that created the tables.
  const first = crypto.randomUUID()
  environments.set('its process made the tables', first)
  await sendTwo(first)
  await stop()
  start()
  // Without merges each batch keeps its own parts.
  await Promise.all(tables.map((table) => command(`SYSTEM STOP MERGES ${table}`)))

  const lost: { readonly parts: Part[]; readonly entries: Part[] } = { parts: [], entries: [] }
  for (const [name, loss] of Object.entries(losses)) {
    const environmentId = environments.get(name) ?? ''
    const made = await sendTwo(environmentId)
    expect(new Set(made.map(({ table }) => table))).toEqual(new Set(tables))
    lost.parts.push(...made.filter(loss.part))
    lost.entries.push(...made.filter(loss.entry))
  }
  const fresh = crypto.randomUUID()
  environments.set('it was not sent', fresh)
  const report = viewsOf(fresh)
  await newBatch(report(1))
  await newBatch(report(3))

  await loseFiles(lost)
  await Promise.all(warehouses.map((warehouse) => sendBatches(database.db, warehouse)))
  expect(await world.sql('SELECT id FROM view_event_batches')).toEqual([])
  for (const [name, environmentId] of environments)
    expect({ name, ...(await figures(environmentId)) }).toEqual({
      name,
      single: [4, 4 * 3 * WATCH_MS, 4],
      sums: [4, 4 * 3 * WATCH_MS],
      reports: 8,
      present: 8,
      played: Array.from({ length: 4 }, () => [[0, 15]]),
    })
})

async function command(statement: string): Promise<void> {
  const headers = { authorization: `Basic ${Buffer.from('kinora:secret').toString('base64')}` }
  const response = await fetch(await engine.url(), { method: 'POST', headers, body: statement })
  expect(await response.text()).toBe('')
}

/** Deletes files of the warehouse like a power loss. */
async function loseFiles({
  parts,
  entries,
}: {
  parts: readonly Part[]
  entries: readonly Part[]
}): Promise<void> {
  const found = await rows<{ name: string; path: string }>(
    'SELECT name, data_paths[1] AS path FROM system.tables WHERE database = currentDatabase()',
  )
  const paths = new Map(found.map(({ name, path }) => [name, path]))
  await stop()
  for (const { table, name } of parts) await rm(join(paths.get(table) ?? '', name), { recursive: true })
  for (const table of new Set(entries.map((entry) => entry.table))) {
    const names = new Set(entries.filter((entry) => entry.table === table).map(({ name }) => name))
    const logs = join(paths.get(table) ?? '', 'deduplication_logs')
    for (const file of await readdir(logs)) {
      const lines = (await readFile(join(logs, file), 'utf8')).split('\n')
      const kept = lines.filter((line) => !names.has(line.split('\t')[1] ?? ''))
      await writeFile(join(logs, file), kept.join('\n'))
    }
  }
  start()
}
