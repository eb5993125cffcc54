import type { ViewEvent } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killEngines } from '../../testing/analytics/engines.ts'
import { sendViewEvents, viewEventOf } from '../../testing/analytics/view-event.ts'
import { patient } from '../../testing/machine/patience.ts'
import { openWorld, type World } from '../../testing/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

/** Ranges of days are read from sums by half hour. */
const HOURS_IN_SUMS = 72
const eventOf = (change: Partial<ViewEvent> = {}) => viewEventOf(world.content.playbackId ?? '', change)
const send = (...events: ViewEvent[]) => sendViewEvents(world.kinora.url, events)

/** @param hours back from now */
async function viewsOf(owner: World['owner'], hours = 1): Promise<number> {
  const from = new Date(Date.now() - hours * 3_600_000).toISOString()
  const to = new Date(Date.now() + 3_600_000).toISOString()
  return (await owner.call('getViews', { query: { from, to } })).total ?? 0
}

describe('views', () => {
  it('are counted once each within seconds, even if reports are repeated', async () => {
    const before = await viewsOf(world.owner)
    const first = eventOf()
    expect(await send(first, eventOf())).toBe(204)
    await expect.poll(() => viewsOf(world.owner)).toBe(before + 2)
    const later = { ...first, seq: 1, type: 'heartbeat', watchMs: 10_000, elapsedMs: 10_000 } as const
    await send(first, later)
    await send(later, eventOf())
    await expect.poll(() => viewsOf(world.owner)).toBe(before + 3)
  })

  it('are counted once each when another process takes over', async () => {
    const first = eventOf()
    const before = await viewsOf(world.owner)
    await send(first)
    await expect.poll(() => viewsOf(world.owner)).toBe(before + 1)
    // The states in memory are discarded.
    await world.sql('UPDATE view_event_sealers SET owner = gen_random_uuid(), valid_until = now()')
    await send(first, eventOf())
    await expect.poll(() => viewsOf(world.owner)).toBe(before + 2)
  })

  it('are counted when many start while counting has stopped', async () => {
    const before = await viewsOf(world.owner)
    await world.sql(
      "UPDATE view_event_sealers SET owner = gen_random_uuid(), valid_until = now() + interval '3 seconds'",
    )
    const some = () => send(...Array.from({ length: 50 }, () => eventOf()))
    for (let n = 0; n < 6; n++)
      expect(new Set(await Promise.all(Array.from({ length: 20 }, some)))).toEqual(new Set([204]))
    await expect.poll(() => viewsOf(world.owner)).toBe(before + 6000)
  })

  it('belong to their environment and exclude bots', async () => {
    expect(await viewsOf(world.stranger)).toBe(0)
    expect(await send(eventOf({ playbackId: 'nosuchplaybackid' }))).toBe(204)
    const before = await viewsOf(world.owner)
    await sendViewEvents(world.kinora.url, [eventOf()], {
      userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)',
    })
    await send(eventOf())
    await expect.poll(() => viewsOf(world.owner)).toBe(before + 1)
  })

  it('are counted once each when the warehouse is killed repeatedly', async () => {
    const before = await viewsOf(world.owner)
    const beforeInSums = await viewsOf(world.owner, HOURS_IN_SUMS)
    let killed = 0
    for (let round = 0; round < 4; round += 1) {
      expect(await send(...Array.from({ length: 100 }, () => eventOf()))).toBe(204)
      killed += await killEngines(world.kinora.dataDir)
    }
    expect(killed).toBeGreaterThan(0)
    // Queries fail while the warehouse restarts.
    const views = () => viewsOf(world.owner).catch(() => null)
    await expect.poll(views, { timeout: patient(20_000), interval: 200 }).toBe(before + 400)
    const waiting = 'SELECT id FROM view_event_segments UNION ALL SELECT id FROM view_event_batches'
    await expect.poll(() => world.sql(waiting)).toEqual([])
    expect(await viewsOf(world.owner)).toBe(before + 400)
    expect(await viewsOf(world.owner, HOURS_IN_SUMS)).toBe(beforeInSums + 400)
  })

  it('are counted at any time that a player claims, without blocking others', async () => {
    const before = await viewsOf(world.owner)
    const years = Array.from({ length: 200 }, (_, n) => eventOf({ at: n * 90 * 86_400_000 }))
    const future = eventOf({ at: Date.now() + 86_400_000, watchMs: 600_000_000, elapsedMs: 1000 })
    expect(await send(...years, future, eventOf())).toBe(204)
    // The other views start before the range.
    await expect.poll(() => viewsOf(world.owner)).toBe(before + 2)
    const range = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() }
    const watched = await world.owner.call('getViews', { query: { ...range, metric: 'watch-time' } })
    expect(watched.total).toBeLessThan(3600)
  })

  it.each([
    ['more than 64 kB', 413, 'x'.repeat(70_000)],
    ['no JSON', 400, '{"events":'],
    ['a negative time', 400, JSON.stringify({ sentAt: -1, events: [] })],
    ['no events', 400, JSON.stringify({ sentAt: 1, events: [] })],
  ])('refuse %s', async (_what, status, body) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${world.kinora.url}/beacon/v1/views`, { method: 'POST', headers, body })
    expect(response.status).toBe(status)
  })
})
