import type { Livestream } from '@kinora/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../platform/database/database.ts'
import { createLog } from '../../../platform/log.ts'
import { movableClock } from '../../../testing/clock.ts'
import { newStream } from '../../../testing/livestreams.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { type EncoderCue, recordCue } from './cues.ts'

const clock = movableClock()
let world: World
let database: ReturnType<typeof openDatabase>
let stream: Livestream

beforeAll(async () => {
  world = await openWorld({ clock })
  database = openDatabase(world.kinora.databaseUrl, 2, createLog('fatal'))
  clock.freeze()
})
beforeEach(async () => {
  stream = await newStream(world.owner)
})
afterAll(async () => {
  await database?.close()
  await world?.end()
})

const after = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString()
const params = () => ({ id: stream.id })
const start = (body: { at?: string; leadS?: number; durationS?: number }) =>
  world.owner.try('startLiveCue', { params: params(), body })
const goLive = () => world.sql(`UPDATE live_streams SET status = 'active' WHERE id = $1`, [stream.id])
const listed = async () => (await world.owner.call('listLiveCues', { params: params(), query: {} })).items

describe('a break of a live stream', () => {
  it('is started soon while the stream is on air, and ended', async () => {
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
      ...{ status: 409, body: { type: '/problems/cue-has-begun' } },
    })
    expect(await end()).toMatchObject({ status: 200, body: { origin: 'manual', endedAt: after(0) } })
    expect(await end()).toMatchObject({ status: 409, body: { type: '/problems/cue-not-running' } })
  })

  it('is planned at a time of its own, in the future', async () => {
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

  it('comes from the encoder once, however often it says so, and ends when it says so', async () => {
    const record = (cue: Partial<EncoderCue>) =>
      recordCue({ db: database.db, clock }, stream, {
        ...{ kind: 'out', atMs: Date.parse(after(4)), durationS: 30, eventId: '7', origin: 'scte35' },
        ...cue,
      })
    await record({})
    await record({ atMs: Date.parse(after(4.2)) })
    await record({ durationS: 60 })
    await record({ eventId: null, durationS: 60 })
    expect(await listed()).toMatchObject([{ at: after(4), durationS: 60, eventId: '7', addedBy: null }])
    const endMs = Date.parse(after(20))
    await record({ kind: 'in', atMs: endMs })
    await record({ kind: 'in', atMs: endMs + 5000 })
    await record({ eventId: '8', atMs: endMs + 10_000, durationS: null })
    await record({ eventId: '9', atMs: endMs + 20_000 })
    expect((await listed()).map(({ eventId, endedAt }) => [eventId, endedAt])).toEqual([
      ['9', null],
      ['8', new Date(endMs + 20_000).toISOString()],
      ['7', after(20)],
    ])
  })

  it('is deleted after 30 days', async () => {
    await start({ at: after(60), durationS: 30 })
    clock.advance(31 * 86_400)
    await world.kinora.sweep()
    expect(await world.sql('SELECT FROM live_cues WHERE stream_id = $1', [stream.id])).toEqual([])
  })
})
