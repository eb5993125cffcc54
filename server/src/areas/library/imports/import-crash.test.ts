// Slow: a worker is killed, and others wait out its leases.
import type { ChildProcess } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { VideoImport } from '@kinora/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'
import { newImport } from '../../../testing/sheets.ts'
import { startWorker } from '../../../testing/test-processes.ts'

const ROWS = 60
const PATIENCE_MS = patient(60_000)

let web: TestKinora
let pool: TestPool
let owner: Client
let silent: Server
let site: string
let victim: ChildProcess | undefined
const workers: TestKinora[] = []

beforeAll(async () => {
  // The server starts to answer and never ends, so that the videos stay in progress.
  silent = createServer((_request, reply) => reply.writeHead(200).flushHeaders())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  web = await startTestKinora({ env: { ROLES: 'web,delivery' } })
  pool = openTestPool(web)
  owner = await newOwner(web.url)
})
afterAll(async () => {
  victim?.kill('SIGKILL')
  await stopWorkers()
  silent.closeAllConnections()
  await new Promise((resolve) => silent.close(resolve))
  await pool.end()
  await web.stop()
})

async function newWorker(env: Readonly<Record<string, string>> = {}): Promise<void> {
  workers.push(await startTestKinora({ beside: web, env: { ...env, ROLES: 'worker' } }))
}

async function stopWorkers(): Promise<void> {
  for (const worker of workers.splice(0)) await worker.stop()
}

async function until(isSo: () => Promise<boolean>, everyMs: number): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('it never came to that')
    await pause(everyMs)
  }
}

async function countMade({ id }: VideoImport): Promise<number> {
  const [row] = await pool.sql(
    `SELECT count(*)::int AS made FROM import_rows WHERE import_id = $1 AND state = 'made'`,
    [id],
  )
  return Number(row?.made)
}

async function contentsOf(prefix: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await pool.sql(
    `SELECT count(*)::int AS contents, count(DISTINCT source_url)::int AS urls FROM contents WHERE source_url LIKE $1`,
    [`${site}/${prefix}%`],
  )
  return row
}

const sheetOf = (prefix: string) => [
  ['URL'],
  ...Array.from({ length: ROWS }, (_, n) => [`${site}/${prefix}-${n}.mp4`]),
]

it('creates one video per row despite repeated starts and crashes', async () => {
  const one = await newImport(owner, sheetOf('crash'))
  const params = { id: one.id }
  await Promise.all([1, 2, 3, 4].map(() => owner.call('startImport', { params })))
  victim = startWorker(web)
  await until(async () => (await countMade(one)) > 5, 5)
  victim.kill('SIGKILL')
  expect(await countMade(one)).toBeLessThan(ROWS)
  await Promise.all([newWorker(), newWorker()])
  // Each start enqueues another job beside a running one.
  await until(async () => {
    await owner.call('startImport', { params })
    return (await countMade(one)) === ROWS
  }, 20)
  expect(await contentsOf('crash')).toEqual({ contents: ROWS, urls: ROWS })

  // Rows that are not downloaded yet can be canceled together.
  const canceled = await owner.call('cancelImport', { params })
  expect(canceled).toMatchObject({ status: 'finished', counts: { cancelled: ROWS } })
  expect(await contentsOf('crash')).toEqual({ contents: 0, urls: 0 })
  await stopWorkers()
})

it('stops while the storage is full, and can continue afterwards', async () => {
  const one = await newImport(owner, sheetOf('full'))
  const params = { id: one.id }
  await owner.call('startImport', { params })
  await newWorker({ STORAGE_MIN_FREE_BYTES: String(2 ** 52) })
  await until(async () => (await owner.call('getImport', { params })).status === 'stopped', 100)
  expect(await owner.call('getImport', { params })).toMatchObject({
    stop: 'storage-full',
    counts: { waiting: ROWS },
  })
  await stopWorkers()
  await newWorker()
  expect(await owner.call('startImport', { params })).toMatchObject({ status: 'running', stop: null })
  await until(async () => (await countMade(one)) === ROWS, 100)
  expect(await contentsOf('full')).toEqual({ contents: ROWS, urls: ROWS })
})
