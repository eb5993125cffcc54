import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../../platform/net/test-receiver.ts'
import { newRule, orgOf, sendFigures, streamOnAir } from '../../testing/alerts/alerts.ts'
import { seededRandom } from '../../testing/attacks/seeded-random.ts'
import { type Client, newOwner } from '../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../testing/kinora.ts'
import { eventually } from '../../testing/machine/eventually.ts'
import { openTestPool, type TestPool } from '../../testing/pool.ts'
import { openProcesses } from '../../testing/test-processes.ts'

// Slow: steps are five seconds long, and killed evaluators are replaced when their lease ends.

const STREAMS = 4
const ROUNDS = 3
const workers = ['first', 'second']
const processes = openProcesses()
let web: TestKinora
let pool: TestPool
let owner: Client
let receiver: Receiver

beforeAll(async () => {
  web = await startTestKinora({ env: { ROLES: 'web,delivery' } })
  pool = openTestPool(web)
  owner = await newOwner(web.url)
  // A part of the answers is lost, so messages are sent again.
  receiver = await startReceiver((_received, count) => (count % 5 === 0 ? { status: 503 } : { status: 200 }))
})
afterAll(async () => {
  processes.end()
  await receiver.close()
  await pool.end()
  await web.stop()
})

it('opens, resolves and sends each alert once, although evaluators and senders are killed', async () => {
  const random = seededRandom(3)
  const environmentId = owner.environmentId ?? ''
  const body = { name: 'Desk', kind: 'webhook' as const, url: receiver.url }
  const { id: channelId } = await owner.call('createAlertChannel', { params: orgOf(owner), body })
  const streams: string[] = []
  for (let n = 0; n < STREAMS; n++) streams.push(await streamOnAir({ owner, sql: pool.sql }, new Date()))
  await newRule(owner, { channelIds: [channelId], quietS: 0 })
  for (const name of workers) processes.keepRunning(name, web, { ROLES: 'worker' })
  const setOnAir = async (isOnAir: boolean) => {
    const status = isOnAir ? 'active' : 'reconnecting'
    await pool.sql('UPDATE live_streams SET status = $1 WHERE id = ANY ($2::uuid[])', [status, streams])
  }
  for (let round = 1; round <= ROUNDS; round++) {
    await setOnAir(false)
    processes.kill(workers[random(2)] ?? '')
    await eventually(async () => expect(await countOf('opened')).toBe(round * STREAMS))
    processes.kill(workers[random(2)] ?? '')
    await setOnAir(true)
    await eventually(async () => {
      for (const id of streams) await sendFigures(pool.sql, { id, environmentId }, new Date(), 1)
      await pause(500)
      expect(await countOf('resolved')).toBe(round * STREAMS)
    })
  }
  // Nobody sends figures any more.
  await pool.sql('UPDATE live_streams SET started = false WHERE id = ANY ($1::uuid[])', [streams])
  await eventually(async () => {
    const [row] = await pool.sql(`SELECT count(*)::int AS waiting FROM alert_messages WHERE state <> 'sent'`)
    expect(row?.waiting).toBe(0)
  })
  const numbers = await pool.sql(
    'SELECT key, array_agg(number ORDER BY opened_at) AS numbers FROM alert_incidents GROUP BY key',
  )
  for (const { numbers: own } of numbers) expect(own).toEqual([1, 2, 3])
  const ids = new Set(receiver.received.map(({ event }) => event.id))
  expect(ids.size).toBe(2 * ROUNDS * STREAMS)
  expect(processes.faults).toEqual([])
})

async function countOf(kind: string): Promise<unknown> {
  const [row] = await pool.sql('SELECT count(*)::int AS count FROM alert_changes WHERE kind = $1', [kind])
  return row?.count
}
