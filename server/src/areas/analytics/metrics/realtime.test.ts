// Slow: counts viewers in real time.
import type { ViewEventType } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendViewEvents, viewEventOf } from '../../../testing/analytics/view-event.ts'
import { newStream } from '../../../testing/livestreams.ts'
import { copyReadyVideo } from '../../../testing/ready-video.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const PLAYERS = 60
/** A time two seconds after a sample. */
let nowMs = Math.floor(Date.now() / 10_000) * 10_000 + 2000
let world: World
let other: { id: string; playbackId: string }
beforeAll(async () => {
  world = await openWorld({ clock: { now: () => new Date(nowMs) } })
  const stored = { ...world.kinora, contentId: world.content.id }
  const id = await copyReadyVideo(stored, world.owner.environmentId ?? '', { title: 'Weather' })
  const { playbackId } = await world.owner.call('getContent', { params: { id } })
  other = { id, playbackId: playbackId ?? '' }
})
afterAll(() => world.end())

const now = (query = {}) => world.owner.call('getRealtimeViews', { query })
const viewers = async () => (await now()).viewers

describe('current viewers', () => {
  const players = Array.from({ length: PLAYERS }, () => ({ viewId: crypto.randomUUID() }))
  const say = (
    some: readonly { readonly viewId: string }[],
    change: Parameters<typeof viewEventOf>[1] = {},
  ) => {
    const events = some.map((player, n) => {
      const playbackId = n % 3 === 0 ? other.playbackId : (world.content.playbackId ?? '')
      return viewEventOf(playbackId, { ...player, at: nowMs, ...change })
    })
    return sendViewEvents(world.kinora.url, events, { nowMs })
  }

  it('include viewers who join and exclude viewers who leave, immediately', async () => {
    expect(await viewers()).toBe(0)
    await say(players)
    await expect.poll(viewers).toBe(PLAYERS)
    const { contents, countries, deviceTypes } = await now()
    expect(contents).toEqual([
      { key: world.content.id, name: world.content.title, viewers: 40 },
      { key: other.id, name: 'Weather', viewers: 20 },
    ])
    expect(countries).toEqual([{ key: '', viewers: PLAYERS }])
    expect(deviceTypes).toEqual([{ key: 'phone', viewers: PLAYERS }])
    expect((await now({ contentId: [other.id] })).viewers).toBe(20)
    expect((await now({ category: ['live'] })).viewers).toBe(0)
    expect((await now({ deviceType: ['phone'], missing: ['partner'] })).viewers).toBe(PLAYERS)
    expect((await now({ partner: ['Tara'] })).viewers).toBe(0)
    expect((await world.stranger.call('getRealtimeViews', { query: {} })).viewers).toBe(0)

    nowMs += 1000
    await say(players.slice(0, 9), { type: 'end', seq: 1, elapsedMs: 1000 })
    await say(players.slice(9, 15), { type: 'pause', seq: 1, elapsedMs: 1000 })
    await expect.poll(viewers).toBe(PLAYERS - 15)
    await say(players.slice(9, 15), { type: 'play', seq: 2, elapsedMs: 1500 })
    await expect.poll(viewers).toBe(PLAYERS - 9)
  })

  it('are stored as peaks', async () => {
    nowMs += 10_000
    const [from, to] = [-3_600_000, 60_000].map((ms) => new Date(nowMs + ms).toISOString())
    const range = { from: from ?? '', to: to ?? '' }
    const peak = (query = {}) =>
      world.owner.call('getViews', {
        query: { ...range, metric: 'peak-viewers', interval: 'minute', ...query },
      })
    await expect.poll(async () => (await peak()).total).toBe(PLAYERS - 9)
    const { rows = [], series } = await peak({ groupBy: 'contentId' })
    expect(rows.map(({ value }) => value)).toEqual([34, 17])
    const largest = await peak({ groupBy: 'contentId', limit: 1 })
    expect(largest).toMatchObject({ groups: 2, rows: [{ value: 34 }], others: { groups: 1, value: 17 } })
    expect(Math.max(...series.map(({ value }) => value ?? 0))).toBe(PLAYERS - 9)
    expect((await peak({ splitBy: 'contentId' })).series).toContainEqual(
      expect.objectContaining({ key: other.id, value: 17 }),
    )
    expect(Math.max(...(await now()).trend.map(({ value }) => value))).toBe(PLAYERS - 9)
    const filtered = (await now({ os: ['Android'], contentId: [other.id] })).trend
    expect(filtered).toEqual((await now({ contentId: [other.id] })).trend)
    expect(Math.max(...filtered.map(({ value }) => value))).toBe(17)
    const both = { ...range, metrics: ['peak-viewers' as const, 'views' as const] }
    const { items } = await world.owner.call('getTotals', { query: both })
    expect(items.map(({ total }) => total)).toEqual([PLAYERS - 9, PLAYERS])
    const query = { ...range, metric: 'peak-viewers', groupBy: 'country' } as const
    expect(await world.owner.call('getViews', { query })).toMatchObject({
      total: PLAYERS - 9,
      rows: [],
      notes: [{ code: 'dimension-missing', parameter: 'groupBy', metrics: ['peak-viewers'] }],
    })
  })

  it('exclude viewers whose player stopped reporting', async () => {
    nowMs += 16_000
    expect(await viewers()).toBe(0)
  })
})

describe('the viewers of a live stream', () => {
  const AUDIENCE = 400

  it('are counted within 5 seconds of joining and leaving', async () => {
    const stream = await newStream(world.owner)
    const playing = Array.from({ length: AUDIENCE }, () => ({ viewId: crypto.randomUUID(), seq: 0 }))
    const say = async (some: typeof playing, type: ViewEventType) => {
      const events = some.map((player) => {
        player.seq += 1
        return viewEventOf(stream.playbackId, { ...player, type, at: nowMs, elapsedMs: 1000 * player.seq })
      })
      expect(await sendViewEvents(world.kinora.url, events, { nowMs })).toBe(204)
    }
    const expectViewers = async (count: number) => {
      const own = async () => (await now({ contentId: [stream.id] })).viewers
      const isNear = (found: number) => Math.abs(found - count) <= 0.01 * count
      await expect.poll(own).toSatisfy(isNear, `${count} viewers`)
      expect((await now({ category: ['live'] })).viewers).toBe(await own())
    }

    await say(playing.slice(0, 250), 'start')
    await expectViewers(250)
    nowMs += 3000
    await say(playing.slice(250), 'start')
    await expectViewers(AUDIENCE)
    nowMs += 3000
    await say(playing.splice(0, 120), 'end')
    await say(playing.splice(0, 30), 'error')
    await expectViewers(250)
    nowMs += 2000
    const paused = playing.slice(0, 40)
    await say(paused, 'pause')
    await expectViewers(210)
    await say(paused, 'play')
    await say(playing, 'heartbeat')
    await expectViewers(250)

    // Players that crash send no end event, so they count until their reports are overdue.
    const dead = playing.splice(0, 50)
    for (const count of [250, 200]) {
      nowMs += 8000
      await say(playing, 'heartbeat')
      await expectViewers(count)
    }
    nowMs += 1000
    await say(dead.slice(0, 20), 'heartbeat')
    await expectViewers(220)
  })
})
