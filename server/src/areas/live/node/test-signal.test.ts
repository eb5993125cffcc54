import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, newOwner, whenFound } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { newStream } from '../../../testing/livestreams.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'

let kinora: TestKinora
let owner: Client
let pool: TestPool
beforeAll(async () => {
  kinora = await startTestKinora({ env: { ROLES: 'web,delivery,worker,ingest', LOG_LEVEL: 'warn' } })
  pool = openTestPool(kinora)
  owner = await newOwner(kinora.url)
  await whenFound(`${kinora.url}/readyz`)
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

it('the time of a test signal is not billed', async () => {
  const { id } = await newStream(owner)
  await owner.call('sendTestSignal', { params: { id }, body: { seconds: 300 } })
  const status = async () => (await owner.call('getLivestream', { params: { id } })).status
  await expect.poll(status).toBe('active')
  await owner.call('stopLivestream', { params: { id } })
  const session = () =>
    pool.sql(
      'SELECT is_test, metered_until = ended_at AS metered FROM live_sessions WHERE stream_id = $1 AND ended_at IS NOT NULL',
      [id],
    )
  await expect.poll(session).toEqual([{ is_test: true, metered: true }])
  expect(await pool.sql('SELECT meter FROM usage_records WHERE object_id = $1', [id])).toEqual([])
})
