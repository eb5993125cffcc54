import type { Livestream } from '@kinora/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { movableClock } from '../../../testing/clock.ts'
import { newStream } from '../../../testing/livestreams.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const clock = movableClock()
let world: World
let stream: Livestream

beforeAll(async () => {
  world = await openWorld({ clock })
  clock.freeze()
})
beforeEach(async () => {
  stream = await newStream(world.owner)
})
afterAll(async () => {
  await world?.end()
})

const after = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString()
const params = () => ({ id: stream.id })
const start = (body: { at?: string; leadS?: number; durationS?: number }) =>
  world.owner.try('startLiveCue', { params: params(), body })
const goLive = () => world.sql(`UPDATE live_streams SET status = 'active' WHERE id = $1`, [stream.id])

describe('a break of a live stream', () => {
  it('is started while the stream is on air, and ended', async () => {
    expect(await start({ leadS: 2 })).toMatchObject({
      status: 409,
      body: { type: '/problems/livestream-not-live' },
    })
    await goLive()
    const { id: cueId } = await world.owner.call('startLiveCue', { params: params(), body: { leadS: 2 } })
    const end = () => world.owner.try('endLiveCue', { params: { ...params(), cueId } })
    expect(await end()).toMatchObject({ status: 409, body: { type: '/problems/cue-not-running' } })
    clock.advance(5)
    expect(await world.owner.try('deleteLiveCue', { params: { ...params(), cueId } })).toMatchObject({
      status: 409,
      body: { type: '/problems/cue-has-begun' },
    })
    expect(await end()).toMatchObject({ status: 200, body: { origin: 'manual', endedAt: after(0) } })
    expect(await end()).toMatchObject({ status: 409, body: { type: '/problems/cue-not-running' } })
  })

  it('is scheduled for a free time in the future', async () => {
    expect(await start({ at: after(-1) })).toMatchObject({
      status: 422,
      body: { type: '/problems/cue-in-past' },
    })
    expect(await start({ at: after(31 * 86_400) })).toMatchObject({ body: { type: '/problems/cue-in-past' } })
    expect(await start({ at: after(60), leadS: 1 })).toMatchObject({
      body: { type: '/problems/cue-needs-one-time' },
    })
    expect((await start({ at: after(60), durationS: 30 })).status).toBe(201)
    expect(await start({ at: after(89), durationS: 5 })).toMatchObject({
      body: { type: '/problems/cue-overlaps' },
    })
    expect(await start({ at: after(50), durationS: 11 })).toMatchObject({
      body: { type: '/problems/cue-overlaps' },
    })
    expect((await start({ at: after(90), durationS: 5 })).status).toBe(201)
    const query = { pageSize: 1 }
    const first = await world.owner.call('listLiveCues', { params: params(), query })
    const cursor = first.nextCursor ?? ''
    const second = await world.owner.call('listLiveCues', { params: params(), query: { ...query, cursor } })
    expect([...first.items, ...second.items].map(({ at }) => at)).toEqual([after(90), after(60)])
    expect(second.nextCursor).toBe(null)
    const wrong = { ...query, cursor: 'x' }
    expect((await world.owner.try('listLiveCues', { params: params(), query: wrong })).status).toBe(400)
  })

  it('is deleted after 30 days', async () => {
    await start({ at: after(60), durationS: 30 })
    clock.advance(31 * 86_400)
    await world.kinora.sweep()
    expect(await world.sql('SELECT FROM live_cues WHERE stream_id = $1', [stream.id])).toEqual([])
  })
})
