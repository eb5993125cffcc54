// Slow: a worker is killed, and its job waits out the lease.
import type { ChildProcess } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertManyViews } from '../../../testing/analytics/many-views.ts'
import { newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'
import { startWorker } from '../../../testing/test-processes.ts'

const VIEWS = 100_000
const range = { from: '2026-10-01T00:00:00Z', to: '2026-10-02T00:00:00Z' }
let web: TestKinora
let pool: TestPool
const workers: ChildProcess[] = []

beforeAll(async () => {
  web = await startTestKinora({ env: { ROLES: 'web,delivery' } })
  pool = openTestPool(web)
  workers.push(startWorker(web))
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await pool.end()
  await web.stop()
})

/** Files of exports and of unfinished writes. */
async function files(): Promise<string[]> {
  const folders = ['storage/objects/exports', 'work'].map((name) => join(web.dataDir, name))
  const found = await Promise.all(
    folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])),
  )
  return found.flat().flatMap((entry) => (entry.isFile() ? [entry.name] : []))
}

it('finishes an export in another worker if one is killed, without a partial file', async () => {
  const owner = await newOwner(web.url)
  const views = () => owner.try('getViews', { query: range })
  await expect.poll(async () => (await views()).status).toBe(200)
  const ids = { environmentId: owner.environmentId ?? '', contentId: owner.environmentId ?? '' }
  await insertManyViews(pool.sql, {
    ...ids,
    count: VIEWS,
    from: new Date(range.from),
    to: new Date(range.to),
  })
  const { id } = await owner.call('createViewExport', { body: { ...range, format: 'csv' } })
  const get = () => owner.call('getViewExport', { params: { id } })
  await expect
    .poll(async () => (await get()).rowsDone, { timeout: patient(30_000), interval: 10 })
    .toBeGreaterThan(0)
  workers[0]?.kill('SIGKILL')
  const { status, rowsDone } = await get()
  expect(status).toBe('running')
  expect(rowsDone).toBeLessThan(VIEWS)
  expect(await files()).toEqual(['views'])

  workers.push(startWorker(web))
  await expect
    .poll(async () => (await get()).status, { timeout: patient(90_000), interval: 100 })
    .toBe('ready')
  expect((await get()).rowsDone).toBe(VIEWS)
  const { url } = await owner.call('linkViewExport', { params: { id } })
  const lines = (await (await fetch(url ?? '')).text()).trim().split('\r\n').slice(1)
  expect(new Set(lines.map((line) => line.split(',')[1])).size).toBe(VIEWS)
  expect(lines).toHaveLength(VIEWS)
  await expect.poll(files).toEqual([id])
})
