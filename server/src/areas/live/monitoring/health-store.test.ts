import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { newStream } from '../../../testing/livestreams.ts'
import { addHealth, addMonitorEvent, countViewers, setViewers } from './health-store.ts'

let kinora: TestKinora
let pool: pg.Pool

beforeAll(async () => {
  kinora = await startTestKinora()
  pool = new pg.Pool({ connectionString: kinora.databaseUrl, max: 2 })
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

it('stores nothing of a stream that was deleted', async () => {
  const owner = await newOwner(kinora.url)
  const stream = await newStream(owner)
  const live = { db: drizzle(pool), clock: systemClock }
  const process = randomUUID()
  await setViewers(live, stream, process, 3)
  await setViewers(live, stream, process, 4)
  expect(await countViewers(live, stream)).toBe(4)
  await owner.call('deleteLivestream', { params: { id: stream.id } })
  await setViewers(live, stream, process, 4)
  await addMonitorEvent(live.db, stream, systemClock.now(), 'ended')
  await addHealth(live.db, stream, systemClock.now(), [])
  expect(await countViewers(live, stream)).toBe(0)
})
