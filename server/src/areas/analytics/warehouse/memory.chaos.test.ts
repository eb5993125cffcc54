// Slow: inserts two million views.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import { MIB } from '../../../platform/settings.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { engineProcess } from './engine-process.ts'
import { checkMerges } from './merges.ts'
import { openWarehouse, type Warehouse } from './warehouse.ts'

const VIEWS = 2_000_000
/** Rows of the largest batch. */
const BATCH = 10_000
const VIEWERS = 300_000
const DAYS = 90
const DAY_MS = 86_400_000
const BUSY = crypto.randomUUID()
const others = Array.from({ length: 1000 }, () => crypto.randomUUID())
const objects = Array.from({ length: 2000 }, () => crypto.randomUUID())
const countries = ['IN', 'AE', 'OM', 'QA', 'US', 'GB', 'SA', 'BH']
const log = createLog('fatal')
const now = Date.now()

let folder: string
let engine: ReturnType<typeof engineProcess>
let warehouse: Warehouse

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-memory-'))
  open()
})
afterAll(async () => {
  await close()
  await rm(folder, { recursive: true, force: true })
})

/** Opens the warehouse with the smallest memory that the setting allows. */
function open(): void {
  engine = engineProcess({ folder, secret: 'secret', memoryBytes: 512 * MIB }, log)
  const urlOf = async () => (await engine.url()).replace('http://', 'http://kinora:secret@')
  warehouse = openWarehouse({ urlOf, log, viewsDays: 400, queries: 3 })
}

async function close(): Promise<void> {
  await warehouse.close()
  await engine.close()
}

const isBusy = (n: number) => n % 10 > 0

function viewOf(n: number): Record<string, unknown> {
  return {
    environment_id: isBusy(n) ? BUSY : others[(n / 10) % others.length],
    started_at: now - Math.floor((n * DAYS * DAY_MS) / VIEWS),
    object_id: objects[Math.floor((((n * 7919) % 1000) / 1000) ** 3 * objects.length)],
    view_id: crypto.randomUUID(),
    kind: 'video',
    session_id: n,
    viewer_id: (n * 104_729) % VIEWERS,
    partner: `partner ${n % 12}`,
    country: countries[n % countries.length],
    region: `region ${n % 60}`,
    city: `city ${n % 800}`,
    isp: `provider ${n % 50}`,
    device_type: ['phone', 'computer', 'tv', 'tablet'][n % 4],
    device: `device ${n % 300}`,
    os: ['Android', 'iOS', 'Windows'][n % 3],
    player_version: '1',
    page_host: 'example.com',
    is_bot: 0,
    views: 1,
    started_views: 1,
    startup_ms: 200 + (n % 3000),
    watch_ms: 1000,
    last_seq: 1,
  }
}

it('takes two million views with 512 MiB, and answers right after a restart', {
  timeout: patient(20 * 60_000),
}, async () => {
  for (let first = 0; first < VIEWS; first += BATCH) {
    const lines = Array.from({ length: BATCH }, (_, n) => `${JSON.stringify(viewOf(first + n))}\n`).join('')
    await warehouse.insert('views', lines, `batch-${first}`)
  }
  await checkMerges(warehouse)
  await close()
  open()
  const busy = `environment_id = '${BUSY}'`
  const [sums] = await warehouse.rows<Record<'views' | 'watch_ms' | 'viewers' | 'startup', number>>(
    `SELECT sum(views) AS views, sum(watch_ms) AS watch_ms, uniqCombined64Merge(17)(viewer_sketch) AS viewers,
      quantileTDigestMerge(0.5)(startups) AS startup FROM view_totals WHERE ${busy} AND dimension = ''`,
  )
  expect(sums).toMatchObject({ views: VIEWS * 0.9, watch_ms: VIEWS * 0.9 * 1000 })
  expect(Math.abs((sums?.viewers ?? 0) / (VIEWERS * 0.9) - 1)).toBeLessThan(0.01)
  expect(Math.abs((sums?.startup ?? 0) / 1700 - 1)).toBeLessThan(0.02)
  const byCountry = await warehouse.rows<{ key: string; views: number }>(
    `SELECT key, sum(views) AS views FROM view_totals WHERE dimension = 'country' GROUP BY key ORDER BY key`,
  )
  expect(byCountry).toEqual(countries.toSorted().map((key) => ({ key, views: VIEWS / countries.length })))
  expect(await warehouse.rows('SELECT sum(views) AS views FROM views')).toEqual([{ views: VIEWS }])
})
