// Slow: jobs wait out the pauses before their retries.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import * as z from 'zod'
import { type DatabaseConnection, openDatabase } from '../database/database.ts'
import { migrateDatabase } from '../database/migrations.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts'
import { defineHandler, defineJob, type JobHandler, type Jobs, openJobs } from './jobs.ts'

const log = createLog('fatal')
const migrations = join(import.meta.dirname, '../../../migrations')
const environmentA = '0199a000-0000-7000-8000-00000000000a'
const environmentB = '0199a000-0000-7000-8000-00000000000b'

let database: TestDatabase
let connection: DatabaseConnection
const open: Jobs[] = []
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'kinora_template', (url) =>
    migrateDatabase(url, migrations),
  )
  connection = openDatabase(database.url, 4, log)
})
afterEach(async () => {
  for (const jobs of open.splice(0)) await jobs.close()
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const define = (name: string, change: object = {}) =>
  defineJob({
    name,
    input: z.object({ n: z.number() }),
    attempts: 3,
    retryDelaySeconds: 1,
    heartbeatSeconds: 10,
    wallLimitSeconds: 60,
    concurrency: 1,
    ...change,
  })

async function start(handler: JobHandler<{ n: number }>): Promise<Jobs> {
  const metrics = createMetrics()
  const jobs = await openJobs({ url: database.url, log, metrics })
  open.push(jobs)
  await jobs.declare([defineHandler(handler)])
  return jobs
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let waited = 0; waited < 30_000 && !isTrue(); waited += 50) await pause(50)
  expect(isTrue()).toBe(true)
}

describe('a queue', () => {
  const nothing = { run: async () => undefined, failed: async () => undefined }
  const stored = async () => {
    const { rows } = await connection.pool.query(
      `SELECT name, retry_limit, expire_seconds, updated_on FROM pgboss.queue WHERE name LIKE 'test.queue%' ORDER BY name`,
    )
    return rows
  }

  it('is made by the first start and left as it is by others, until its definition changes', async () => {
    const definition = define('test.queue')
    await start({ definition, ...nothing })
    const first = await stored()
    expect(first).toMatchObject([
      { name: 'test.queue', retry_limit: 8, expire_seconds: 60 },
      { name: 'test.queue.dead', retry_limit: 5 },
    ])
    await start({ definition, ...nothing })
    expect(await stored()).toEqual(first)
    await start({ definition: { ...definition, attempts: 5, wallLimitSeconds: 90 }, ...nothing })
    const [changed, deadLetters] = await stored()
    expect(changed).toMatchObject({ retry_limit: 10, expire_seconds: 90 })
    expect(changed.updated_on).not.toEqual(first[0].updated_on)
    expect(deadLetters).toEqual(first[1])
  })
})

describe('a job', () => {
  it('exists if and only if the transaction that enqueued it commits', async () => {
    const seen: number[] = []
    const definition = define('test.commit')
    const jobs = await start({
      definition,
      run: async ({ n }) => void seen.push(n),
      failed: async () => undefined,
    })
    await jobs.work()
    const send = (n: number, ok: boolean) =>
      connection.db.transaction(async (tx) => {
        await jobs.enqueue(tx, definition, { n }, { environmentId: environmentA, key: String(n) })
        if (!ok) throw new Error('rolled back')
      })
    await expect(send(1, false)).rejects.toThrow('rolled back')
    await send(2, true)
    await until(() => seen.length > 0)
    await pause(200)
    expect(seen).toEqual([2])
  })

  it('waits once under its key', async () => {
    const seen: number[] = []
    const definition = define('test.key')
    const jobs = await start({
      definition,
      run: async ({ n }) => void seen.push(n),
      failed: async () => undefined,
    })
    for (const n of [1, 2, 3]) {
      await connection.db.transaction((tx) =>
        jobs.enqueue(tx, definition, { n }, { environmentId: environmentA, key: 'same' }),
      )
    }
    await jobs.work()
    await until(() => seen.length > 0)
    await pause(300)
    expect(seen).toEqual([1])
  })

  it('takes turns with the jobs of other environments', async () => {
    const seen: string[] = []
    const definition = define('test.turns')
    const jobs = await start({
      definition,
      run: async ({ n }) => void seen.push(n < 100 ? 'a' : 'b'),
      failed: async () => undefined,
    })
    for (const [environmentId, first, count] of [
      [environmentA, 0, 20],
      [environmentB, 100, 3],
    ] as const) {
      for (let n = first; n < first + count; n++) {
        await connection.db.transaction((tx) =>
          jobs.enqueue(tx, definition, { n }, { environmentId, key: String(n) }),
        )
      }
    }
    await jobs.work()
    await until(() => seen.length === 23)
    expect(seen.lastIndexOf('b')).toBeLessThan(7)
  })

  it('comes before others of its environment with a lower rank, at their turns', async () => {
    const seen: string[] = []
    const definition = define('test.rank')
    const run = async ({ n }: { n: number }, { environmentId }: { environmentId: string }) =>
      void seen.push(`${environmentId.at(-1)}${n}`)
    const jobs = await start({ definition, run, failed: async () => undefined })
    await connection.db.transaction(async (tx) => {
      const enqueue = (environmentId: string, n: number, rank = 0) =>
        jobs.enqueue(tx, definition, { n }, { environmentId, key: String(n), rank })
      for (const n of [1, 2, 3]) await enqueue(environmentA, n)
      for (const n of [8, 9]) await enqueue(environmentB, n)
      await enqueue(environmentA, 4, 100)
      await jobs.expedite(tx, definition, { environmentId: environmentA, key: '3', rank: 2 })
    })
    await jobs.work()
    await until(() => seen.length === 6)
    expect(seen.filter((each) => each.startsWith('a'))).toEqual(['a4', 'a3', 'a1', 'a2'])
    expect(seen.slice(0, 4).filter((each) => each.startsWith('b'))).toEqual(['b8', 'b9'])
  })

  it('takes turns also with jobs that are enqueued later', async () => {
    const seen: string[] = []
    const definition = define('test.drip')
    const enqueue = (environmentId: string, n: number) =>
      connection.db.transaction((tx) =>
        jobs.enqueue(tx, definition, { n }, { environmentId, key: String(n) }),
      )
    const jobs = await start({
      definition,
      run: async ({ n }) => {
        seen.push(n < 100 ? 'long' : 'drip')
        // Always one more is waiting, as long as the others last.
        if (n >= 100 && seen.length < 40) await enqueue(environmentB, n + 1)
      },
      failed: async () => undefined,
    })
    for (let n = 0; n < 20; n++) await enqueue(environmentA, n)
    await enqueue(environmentB, 100)
    await jobs.work()
    await until(() => seen.filter((who) => who === 'long').length === 20)
    expect(seen.slice(0, 20).filter((who) => who === 'drip').length).toBeGreaterThan(7)
    expect(seen.slice(0, 20).filter((who) => who === 'long').length).toBeGreaterThan(7)
  })

  it('that is exclusive does not wait while another with its key runs', async () => {
    const definition = define('test.exclusive', { isExclusive: true, concurrency: 2 })
    let running = 0
    const jobs = await start({
      definition,
      run: async () => {
        running += 1
        await enqueue(running)
      },
      failed: async () => undefined,
    })
    const enqueue = (n: number) =>
      connection.db.transaction((tx) =>
        jobs.enqueue(tx, definition, { n }, { environmentId: environmentA, key: 'same' }),
      )
    await enqueue(0)
    await jobs.work()
    await until(() => running > 0)
    await jobs.close()
    expect(running).toBe(1)
    const stored = `SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'test.exclusive'`
    expect((await connection.pool.query(stored)).rows).toEqual([{ count: 1 }])
  })

  it('that is exclusive and failed does not keep out one that is enqueued when its end state is visible', async () => {
    const definition = define('test.exclusive-failed', { isExclusive: true, attempts: 1 })
    const seen: number[] = []
    const enqueue = (n: number) =>
      connection.db.transaction((tx) =>
        jobs.enqueue(tx, definition, { n }, { environmentId: environmentA, key: 'same' }),
      )
    const jobs = await start({
      definition,
      run: async ({ n }) => {
        seen.push(n)
        if (n === 0) throw new Error('failed')
      },
      failed: () => enqueue(1),
    })
    await enqueue(0)
    await jobs.work()
    await until(() => seen.length === 2)
    expect(seen).toEqual([0, 1])
  })

  it('is tried as often as it says, and then has its end state told once with the reason', async () => {
    const retries: boolean[] = []
    const reasons: unknown[] = []
    const definition = define('test.fail')
    const jobs = await start({
      definition,
      run: async (_input, { isRetry }) => {
        retries.push(isRetry)
        throw new Error(`attempt ${retries.length}`)
      },
      failed: async (_input, error, { environmentId }) => void reasons.push([error, environmentId]),
    })
    await jobs.work()
    await connection.db.transaction((tx) =>
      jobs.enqueue(tx, definition, { n: 1 }, { environmentId: environmentA, key: 'x' }),
    )
    await until(() => reasons.length > 0)
    await pause(1500)
    expect(retries).toEqual([false, true, true])
    expect(reasons).toEqual([[new Error('attempt 3'), environmentA]])
  })

  it('is given back when its process stops, and another takes it up with all its attempts', async () => {
    const definition = define('test.stop', { attempts: 2 })
    let [started, aborted] = [false, false]
    const first = await start({
      definition,
      run: (_input, { signal }) =>
        new Promise((_resolve, reject) => {
          started = true
          signal.addEventListener('abort', () => {
            aborted = true
            reject(new Error('stopped'))
          })
        }),
      failed: async () => expect.unreachable(),
    })
    await first.work()
    await connection.db.transaction((tx) =>
      first.enqueue(tx, definition, { n: 7 }, { environmentId: environmentA, key: 'x' }),
    )
    await until(() => started)
    await open.splice(0)[0]?.close()
    expect(aborted).toBe(true)
    const seen: number[] = []
    const second = await start({
      definition,
      run: async ({ n }) => {
        seen.push(n)
        if (seen.length === 1) throw new Error('passing')
      },
      failed: async () => expect.unreachable(),
    })
    await second.work()
    await until(() => seen.length === 2)
  })
})
