import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, newOwner } from '../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../testing/kinora.ts'

let kinora: TestKinora
let pool: pg.Pool
let owner: Client
beforeAll(async () => {
  kinora = await startTestKinora()
  pool = new pg.Pool({ connectionString: kinora.databaseUrl, max: 2 })
  owner = await newOwner(kinora.url)
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

interface Request {
  readonly method?: string
  readonly url?: string
  readonly status?: number
  readonly hoursAgo?: number
  readonly who?: Client
}

const addLog = ({ method = 'GET', url = '/a', status = 200, hoursAgo = 2, who = owner }: Request) =>
  pool.query(
    `INSERT INTO request_logs (id, scope_id, created_at, method, url, status, took_ms, description, request_id)
     VALUES (gen_random_uuid(), $1, now() - make_interval(hours => $2), $3, $4, $5, 1, '', 'r')`,
    [who.environmentId, hoursAgo, method, url, status],
  )

const addEvent = (type: string, hoursAgo: number, who = owner) =>
  pool.query(
    `INSERT INTO outbox (id, environment_id, type, object_type, object_id, data, created_at)
     VALUES (gen_random_uuid(), $1, $2, 'asset', gen_random_uuid(), '{}', now() - make_interval(hours => $3))`,
    [who.environmentId, type, hoursAgo],
  )

const sinceHours = (hours: number) => ({ from: new Date(Date.now() - hours * 3600_000).toISOString() })
const untilHours = (hours: number) => ({ to: new Date(Date.now() - hours * 3600_000).toISOString() })

function sums(items: readonly { total: number; failed: number }[]): [total: number, failed: number] {
  return [
    items.reduce((sum, { total }) => sum + total, 0),
    items.reduce((sum, { failed }) => sum + failed, 0),
  ]
}

it('requests and failed requests are counted over time with the filters of the list', async () => {
  const stranger = await newOwner(kinora.url)
  await addLog({ who: stranger, status: 500, hoursAgo: 30 })
  for (const request of [
    { hoursAgo: 30 },
    { hoursAgo: 30, method: 'POST', status: 409 },
    { hoursAgo: 31, method: 'POST', url: '/find_me', status: 500 },
    { hoursAgo: 24 * 20 },
    { hoursAgo: 24 * 40 },
  ])
    await addLog(request)
  const of = async (query: object) => {
    const range = { ...sinceHours(48), ...untilHours(24), ...query }
    const { items, countedFrom } = await owner.call('getLogVolume', { query: range })
    expect(countedFrom).toBeNull()
    expect(items.length).toBeLessThanOrEqual(60)
    return sums(items)
  }
  expect(await of({})).toEqual([3, 2])
  expect(await of({ method: ['POST'] })).toEqual([2, 2])
  expect(await of({ method: ['POST'], status: ['4xx'] })).toEqual([1, 1])
  expect(await of({ phrase: 'FIND_' })).toEqual([1, 1])
  expect(await of({ everywhere: true })).toEqual([3, 2])
  expect(await of({ objectId: crypto.randomUUID() })).toEqual([0, 0])
  const whole = await owner.call('getLogVolume', { query: { ...untilHours(24) } })
  expect(sums(whole.items)).toEqual([4, 2])
  const { items, stepSeconds } = await owner.call('getLogVolume', { query: sinceHours(48) })
  expect(stepSeconds).toBe(3600)
  expect(items.filter(({ at, total }) => total > 0 && Date.parse(at) < Date.now() - 24 * 3600_000)).toEqual([
    { at: expect.any(String), total: 1, failed: 1 },
    { at: expect.any(String), total: 2, failed: 1 },
  ])
})

it('events are counted over time with the filters of the list', async () => {
  const stranger = await newOwner(kinora.url)
  await addEvent('video.asset.ready', 30, stranger)
  for (const type of ['video.asset.ready', 'video.asset.ready', 'video.asset.errored'])
    await addEvent(type, 30)
  const of = async (query: object) => {
    const range = { ...sinceHours(48), ...untilHours(24), ...query }
    return sums((await owner.call('getEventVolume', { query: range })).items)
  }
  expect(await of({})).toEqual([3, 0])
  expect(await of({ type: ['video.asset.ready'] })).toEqual([2, 0])
  expect(await of({ phrase: 'errored' })).toEqual([1, 0])
  expect(await of({ everywhere: true })).toEqual([3, 0])
  const far = { query: { from: '2027-01-01T00:00:00Z', to: '1970-01-01T00:00:00Z' } }
  expect(sums((await owner.call('getEventVolume', far)).items)).toEqual([0, 0])
})
