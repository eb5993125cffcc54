import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentWhen, isSettled, uploadFile } from '../../testing/client.ts'
import { makeClip, pattern } from '../../testing/clips.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { organizationIn } from './test-requests.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

const account = () => world.owner.call('getBillingAccount', { params: organizationIn(world) })

describe('a video that is encoded', () => {
  it('costs the price of its encoded minutes, once, to the micro-dollar', async () => {
    const before = await account()
    expect(before).toMatchObject({ balance: 0, currency: 'USD', status: 'ok', isPrepaid: false })
    const path = await makeClip(join(world.folder, 'old.avi'), ...pattern(3, '320x180'), '-c:v', 'mpeg4')
    const { id } = await uploadFile(world.owner, path)
    const content = await contentWhen(world.owner, id, (each) => isSettled(each) && each.stage === null)
    const encoded = content.renditions.filter(({ type }) => type === 'video')
    expect(encoded.length).toBeGreaterThan(0)

    const records = await world.sql(
      "SELECT quantity::int AS ms, meter, part FROM usage_records WHERE object_id = $1 AND meter LIKE 'encoding%'",
      [id],
    )
    expect(records).toHaveLength(encoded.length)
    for (const record of records) expect(record).toMatchObject({ meter: 'encoding-hd', part: null })
    await world.sql("DELETE FROM usage_records WHERE meter NOT LIKE 'encoding%'")
    await world.kinora.sweep()

    // $0.0075 a minute, also of the video that the world has.
    const [all] = await world.sql(
      "SELECT sum(quantity)::int AS ms FROM usage_records WHERE meter = 'encoding-hd'",
    )
    const ms = Number(all?.ms)
    const micros = Math.round((ms * 7500) / 60_000)
    expect(micros).toBeGreaterThan(300)
    const usage = await world.owner.call('getBillingUsage', { params: organizationIn(world), query: {} })
    expect(usage.items.find(({ meter }) => meter === 'encoding-hd')).toMatchObject({
      quantity: ms,
      amount: micros,
    })
    const after = await account()
    expect(after.balance).toBe(-Number(usage.total))
    expect(after.spent).toBe(usage.total)
    await world.kinora.sweep()
    expect((await account()).balance).toBe(after.balance)
  })
})
