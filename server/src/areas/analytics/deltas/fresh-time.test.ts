import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendViewEvents, viewEventOf } from '../../../testing/analytics/view-event.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

it('does not claim to count a report that has arrived and is not in the figures yet', async () => {
  const range = {
    from: new Date(Date.now() - 3_600_000).toISOString(),
    to: new Date(Date.now() + 3_600_000).toISOString(),
  }
  for (const sent of [1, 2, 3]) {
    expect(await sendViewEvents(world.kinora.url, [viewEventOf(world.content.playbackId ?? '')])).toBe(204)
    const arrived = new Date().toISOString()
    const { total, freshAt } = await world.owner.call('getViews', { query: range })
    if ((total ?? 0) < sent) expect(freshAt < arrived).toBe(true)
    await expect.poll(async () => (await world.owner.call('getViews', { query: range })).total).toBe(sent)
  }
})
