import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../platform/database/database.ts'
import type { OutboxEvent } from '../../../platform/events/outbox.ts'
import { createLog } from '../../../platform/log.ts'
import { sendViewEvents, viewEventOf } from '../../../testing/analytics/view-event.ts'
import { newStream } from '../../../testing/livestreams.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { encodedUsage } from './usage.ts'

const HOUR_MS = 3_600_000
const now = new Date()
const range = {
  from: new Date(now.getTime() - 12 * HOUR_MS).toISOString(),
  to: new Date(now.getTime() + HOUR_MS).toISOString(),
}

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

const usage = async (interval: 'hour' | 'day' = 'hour') => {
  const { items } = await world.owner.call('getUsage', { query: { ...range, interval } })
  return Object.fromEntries(items.map(({ metric, ...rest }) => [metric, rest]))
}

describe('usage', () => {
  it('counts the duration of encoded videos, and of live streams by hour', async () => {
    // The world has one video of two seconds.
    await expect
      .poll(async () => (await usage())['encoded-time']?.total)
      .toBeCloseTo(world.content.duration ?? 0, 1)
    const stream = await newStream(world.owner)
    const endedAt = new Date(now.getTime() - 60_000)
    const startedAt = new Date(endedAt.getTime() - 2.5 * HOUR_MS)
    await world.sql(
      `INSERT INTO live_sessions (id, stream_id, environment_id, node_id, lease_until, started_at, ended_at)
       VALUES ('${randomUUID()}', '${stream.id}', '${world.owner.environmentId}', '${randomUUID()}', now(),
         '${startedAt.toISOString()}', '${endedAt.toISOString()}')`,
    )
    const { db, close } = openDatabase(world.kinora.databaseUrl, 2, createLog('error'))
    const object = { type: 'live_stream', id: stream.id, name: stream.name }
    const event = { type: 'video.live_stream.idle', object, createdAt: now.toISOString() }
    const ended = { environmentId: world.owner.environmentId, event } as unknown as OutboxEvent
    await db.transaction((tx) => encodedUsage().handle(tx, ended))
    await close()
    const expected = 2.5 * 3600 + (world.content.duration ?? 0)
    await expect.poll(async () => (await usage())['encoded-time']?.total).toBeCloseTo(expected, 1)
    const hours = (await usage())['encoded-time']?.series.map(({ value }) => value ?? 0) ?? []
    expect(hours.every((value) => value <= 3600 + (world.content.duration ?? 0))).toBe(true)
    expect(hours.filter((value) => value > 0).length).toBeGreaterThanOrEqual(3)
    // Ranges are cut where they end, not at the hour.
    const lastMinutes = { from: new Date(endedAt.getTime() - 600_000).toISOString(), to: range.to }
    const recent = { ...lastMinutes, metric: 'encoded-time' as const }
    // The video may have been encoded long before this test. Its time counts for the minute in which it was ready.
    const minuteOf = (time: string) => new Date(Math.floor(Date.parse(time) / 60_000) * 60_000).toISOString()
    const sinceVideo = { ...recent, from: minuteOf(world.content.createdAt), category: ['video'] }
    expect((await world.owner.call('getViews', { query: sinceVideo })).total).toBeGreaterThan(0)
    const minute = minuteOf(lastMinutes.from)
    const lastOfStream = { ...recent, from: minute, category: ['live'] }
    expect((await world.owner.call('getViews', { query: lastOfStream })).total).toBeCloseTo(
      (endedAt.getTime() - Date.parse(minute)) / 1000,
      1,
    )
    const query = { ...range, metric: 'encoded-time', groupBy: 'category' } as const
    const { rows = [] } = await world.owner.call('getViews', { query })
    expect(rows.map(({ key, value }) => [key, Math.round(value ?? 0)])).toEqual([
      ['live', 9000],
      ['video', Math.round(world.content.duration ?? 0)],
    ])
  })

  it('counts stored time and bytes once per hour', async () => {
    await Promise.all([world.kinora.sweep(), world.kinora.sweep()])
    await world.kinora.sweep()
    await expect
      .poll(async () => (await usage())['stored-time']?.total)
      .toBeCloseTo(world.content.duration ?? 0, 1)
    expect((await usage())['stored-bytes']?.total).toBeGreaterThan(10_000)
    // The last hour of a day counts for that day, and the range ends on the next day.
    const days = (await usage('day'))['stored-time']?.series.map(({ value }) => value) ?? []
    expect(days.findLast((value) => value !== null)).toBeCloseTo(world.content.duration ?? 0, 1)
  })

  it('covers all environments of the organization and no others', async () => {
    await sendViewEvents(world.kinora.url, [viewEventOf(world.content.playbackId ?? '')])
    const stats = () => world.owner.call('getOrganizationStats', {})
    await expect.poll(async () => (await stats()).total.views).toBe(1)
    const { total, environments } = await stats()
    expect(environments.map(({ id }) => id)).toContain(world.owner.environmentId)
    expect(environments.find(({ id }) => id === world.owner.environmentId)).toMatchObject(total)
    const { organizationId, environmentId } = world.owner
    const byOrganization = await fetch(
      `${world.kinora.url}/data/api/v1/org_stats?organisation=${organizationId}`,
      { headers: { authorization: `Bearer ${world.owner.token}` } },
    )
    expect(await byOrganization.json()).toMatchObject({ total, environments })
    const query = { environment: environmentId ?? '' }
    expect((await world.owner.call('getOrganizationStats', { query })).total).toEqual(total)
    expect((await world.stranger.call('getOrganizationStats', {})).total).toMatchObject({
      views: 0,
      storedTime: 0,
    })
  })

  it('of weeks and months equals the sum of their days', async () => {
    const year = { from: '2026-10-15T00:00:00Z', to: new Date(now.getTime() + HOUR_MS).toISOString() }
    const timezone = 'Asia/Kolkata'
    const viewsBy = async (interval: 'day' | 'week' | 'month') => {
      const { items } = await world.owner.call('getPeriodicUsage', { query: { ...year, timezone, interval } })
      return items.find(({ metric }) => metric === 'views')
    }
    const [days, weeks, months] = await Promise.all([viewsBy('day'), viewsBy('week'), viewsBy('month')])
    expect([days?.total, weeks?.total, months?.total]).toEqual([1, 1, 1])
    const at = (each: typeof days) => each?.series.find(({ value }) => value === 1)?.at ?? ''
    const local = (time: string) => new Date(Date.parse(time) + 5.5 * HOUR_MS)
    expect(local(at(weeks)).getUTCDay()).toBe(1)
    expect(local(at(months)).getUTCDate()).toBe(1)
    expect(months?.series[0]?.at).toBe('2026-09-30T18:30:00.000Z')
    const parts = { groupBy: 'deviceType', splitBy: 'deviceType', compareWithPeriod: true } as const
    const { items } = await world.owner.call('getPeriodicUsage', { query: { ...range, ...parts } })
    expect(items.find(({ metric }) => metric === 'views')).toMatchObject({
      total: 1,
      previousTotal: 0,
      rows: [{ key: 'phone', value: 1, share: 1, previous: null }],
      series: expect.arrayContaining([expect.objectContaining({ key: 'phone', value: 1 })]),
    })
    // Streamed time has no device dimension.
    const streamed = items.find(({ metric }) => metric === 'streamed-time')
    expect(streamed).toMatchObject({ total: 0, rows: [] })
    expect(streamed?.series.every(({ value }) => value === 0)).toBe(true)
    const split = { ...range, splitBy: 'category', groupBy: 'contentId' } as const
    const usage = await world.owner.call('getUsage', { query: split })
    const encoded = usage.items.find(({ metric }) => metric === 'encoded-time')
    expect(encoded?.rows?.map(({ name }) => name)).toContain(world.content.title)
    expect(new Set(encoded?.series.map(({ key }) => key))).toEqual(new Set(['live', 'video']))
  })

  it('counts errors over time', async () => {
    const playbackId = world.content.playbackId ?? ''
    await sendViewEvents(
      world.kinora.url,
      ['network', 'network', 'media'].map((errorCode) =>
        viewEventOf(playbackId, { type: 'error', errorCode }),
      ),
    )
    const errors = async () => (await world.owner.call('getErrorTrend', { query: range })).items
    await expect
      .poll(async () => (await errors()).map(({ code, failures }) => [code, failures]))
      .toEqual([
        ['network', 2],
        ['media', 1],
      ])
    expect((await errors())[0]?.series.reduce((sum, { value }) => sum + (value ?? 0), 0)).toBe(2)
  })
})
