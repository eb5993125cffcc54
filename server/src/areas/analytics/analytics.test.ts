import type { ViewEvent } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { viewEventOf } from '../../testing/view-event.ts'
import { openWorld, type World } from '../../testing/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

const nowMs = () => Date.now()

const eventOf = (change: Partial<ViewEvent> = {}) => viewEventOf(world.content.playbackId ?? '', change)

async function send(...events: ViewEvent[]): Promise<number> {
  const response = await fetch(`${world.kinora.url}/beacon/v1/views`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sentAt: nowMs(), events }),
  })
  return response.status
}

async function viewsOf(owner: World['owner']): Promise<number | null> {
  const from = new Date(nowMs() - 3_600_000).toISOString()
  const to = new Date(nowMs() + 3_600_000).toISOString()
  return (await owner.call('getViews', { query: { from, to } })).total
}

describe('views', () => {
  it('are counted within seconds, once each, whatever is sent again', async () => {
    const before = await viewsOf(world.owner)
    const first = eventOf()
    expect(await send(first, eventOf())).toBe(204)
    await expect.poll(() => viewsOf(world.owner), { timeout: 10_000 }).toBe((before ?? 0) + 2)
    const later = { ...first, seq: 1, type: 'heartbeat', watchMs: 10_000, elapsedMs: 10_000 } as const
    await send(first, later)
    await send(later, eventOf())
    await expect.poll(() => viewsOf(world.owner), { timeout: 10_000 }).toBe((before ?? 0) + 3)
  })

  it('are those of their environment', async () => {
    expect(await viewsOf(world.stranger)).toBe(0)
    expect(await send(eventOf({ playbackId: 'nosuchplaybackid' }))).toBe(204)
  })
})
