import { randomUUID } from 'node:crypto'
import type { ViewEvent } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendViewEvents, viewEventOf } from '../../../testing/analytics/view-event.ts'
import { newStream } from '../../../testing/livestreams.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const VIEWS = 120
const NOW = Date.UTC(2026, 10, 20, 12)
const FROM = NOW - 20 * 86_400_000
const range = { from: new Date(FROM).toISOString(), to: new Date(NOW).toISOString() }
const views = Array.from({ length: VIEWS }, (_, n) => ({
  id: randomUUID(),
  n,
  startedMs: FROM + n * 4 * 3_600_000,
}))
const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id)
let world: World

/** All views play the first second, half of them also the second, and some of these replay the first. */
function eventsOf({ id: viewId, n, startedMs }: (typeof views)[number]): ViewEvent[] {
  const playbackId = world.content.playbackId ?? ''
  const facts = { viewId, partner: n % 2 === 0 ? 'Tara' : 'Dune' }
  const middle = { startupMs: 400, watchMs: 1000, playedMs: 900, rebufferMs: 100, rebuffers: 1 }
  const hasFailed = n % 5 === 0
  return [
    viewEventOf(playbackId, { ...facts, at: startedMs }),
    viewEventOf(playbackId, {
      ...facts,
      ...middle,
      type: 'heartbeat',
      seq: 1,
      elapsedMs: 1500,
      at: startedMs + 1500,
      played: [[0, 1]],
    }),
    viewEventOf(playbackId, {
      ...facts,
      ...middle,
      type: hasFailed ? 'error' : 'end',
      seq: 2,
      elapsedMs: 9000,
      watchMs: 8000,
      playedMs: 7900,
      kbit: 15_800,
      errorCode: hasFailed ? 'network' : null,
      at: startedMs + 9000,
      upscaledMs: 3950,
      downscaledMs: 790,
      played: [[0, 1 + (n % 2)], ...(n % 4 === 1 ? ([[0, 1]] as [number, number][]) : [])],
    }),
  ]
}

/** The IDs of all pages. */
async function everyView(wanted: { from: string; to: string }): Promise<string[]> {
  const all: string[] = []
  let before: string | null = null
  do {
    const query = before === null ? wanted : { ...wanted, before }
    const page: Awaited<ReturnType<typeof world.owner.call<'listViews'>>> = await world.owner.call(
      'listViews',
      { query },
    )
    all.push(...idsOf(page.items))
    before = page.next
  } while (before !== null)
  return all
}

beforeAll(async () => {
  world = await openWorld({ clock: { now: () => new Date(NOW) } })
  await sendViewEvents(world.kinora.url, views.flatMap(eventsOf).toReversed(), { nowMs: NOW })
  const watchTime = async () =>
    (await world.owner.call('getViews', { query: { ...range, metric: 'watch-time' } })).total
  await eventually(async () => expect(await watchTime()).toBe(VIEWS * 8))
})
afterAll(() => world.end())

describe('views', () => {
  it('are listed in pages, newest first', async () => {
    expect(await everyView(range)).toEqual(idsOf(views.toReversed()))
    const query = { ...range, partner: ['Tara'], errorCode: 'network' }
    const { items, next } = await world.owner.call('listViews', { query })
    expect(idsOf(items)).toEqual(idsOf(views.filter(({ n }) => n % 10 === 0).toReversed()))
    expect(next).toBeNull()
    expect(items[0]).toMatchObject({
      contentId: world.content.id,
      name: world.content.title,
      category: 'video',
      partner: 'Tara',
      hasStarted: true,
      errorCode: 'network',
      startupMs: 400,
      watchTime: 8,
      rebuffers: 1,
      rebufferTime: 0.1,
      averageKbps: 2000,
      deviceType: 'phone',
      pageHost: 'example.com',
    })
    expect((await world.stranger.call('listViews', { query: range })).items).toEqual([])
  })

  it('are listed once each, even if many start at the same time', async () => {
    const ids = Array.from({ length: 130 }, () => randomUUID())
    const at = FROM - 86_400_000
    const events = ids.map((viewId) => viewEventOf(world.content.playbackId ?? '', { viewId, at }))
    await sendViewEvents(world.kinora.url, events, { nowMs: NOW })
    const early = { from: new Date(at - 1000).toISOString(), to: new Date(at + 1000).toISOString() }
    const count = async () => (await world.owner.call('getViews', { query: early })).total
    await expect.poll(count).toBe(ids.length)
    const found = await everyView(early)
    expect(found).toHaveLength(ids.length)
    expect(new Set(found)).toEqual(new Set(ids))
  })

  it('are returned with the events that their players reported', async () => {
    const [{ id, startedMs } = { id: '', startedMs: 0 }] = views
    const query = { at: new Date(startedMs).toISOString() }
    const view = await world.owner.call('getView', { params: { id }, query })
    expect(view.events.map(({ seq, type, elapsed }) => [seq, type, elapsed])).toEqual([
      [0, 'start', 0],
      [1, 'heartbeat', 1.5],
      [2, 'error', 9],
    ])
    expect(await world.owner.call('getView', { params: { id }, query: {} })).toEqual(view)
    expect((await world.stranger.try('getView', { params: { id }, query })).status).toBe(404)
  })

  it('are empty for times outside the supported range', async () => {
    for (const [from, to] of [
      ['0001-01-01T00:00:00Z', '0001-06-01T00:00:00Z'],
      ['9999-01-01T00:00:00Z', '9999-12-01T00:00:00Z'],
    ] as const) {
      const query = { from, to }
      expect((await world.owner.call('listViews', { query })).items).toEqual([])
      expect((await world.owner.call('getViews', { query })).total).toBe(0)
      expect(
        (await world.owner.call('getTotals', { query: { ...query, metrics: ['peak-viewers'] } })).items,
      ).toEqual([{ metric: 'peak-viewers', unit: 'count', total: 0 }])
      const { status } = await world.owner.try('getView', {
        params: { id: randomUUID() },
        query: { at: from },
      })
      expect(status).toBe(404)
    }
    for (const before of [`99999999999999-${randomUUID()}`, `1-${'-'.repeat(36)}`, '1'])
      expect((await world.owner.try('listViews', { query: { ...range, before } })).status).toBe(400)
  })

  it('are counted by the error that ended them, most frequent first', async () => {
    const { items } = await world.owner.call('getViewErrors', { query: range })
    expect(items).toEqual([
      {
        code: 'network',
        failures: 24,
        startupFailures: 0,
        viewers: 24,
        share: 24 / VIEWS,
        lastAt: new Date(views[115]?.startedMs ?? 0).toISOString(),
      },
    ])
    const none = { ...range, partner: ['nobody'] }
    expect((await world.owner.call('getViewErrors', { query: none })).items).toEqual([])
    const late = { ...range, from: new Date(FROM + (NOW - FROM) / 2).toISOString(), compareWithPeriod: true }
    const parts = { previousFailures: 12, rows: ['Dune', 'Tara'].map((key) => ({ key, failures: 6 })) }
    const byPartner = { query: { ...late, groupBy: 'partner' } } as const
    for (const call of ['getViewErrors', 'getErrorTrend'] as const) {
      const [error] = (await world.owner.call(call, byPartner)).items
      expect(error).toMatchObject({ code: 'network', failures: 12, ...parts })
    }
  })

  it('give the retention curve of a video', async () => {
    const params = { id: world.content.id }
    const { points, ...rest } = await world.owner.call('getRetention', { params, query: range })
    expect(rest).toMatchObject({ views: VIEWS, step: 1 })
    expect(points[0]).toEqual({ at: 0, views: VIEWS, plays: VIEWS + VIEWS / 4 })
    expect(points[1]).toEqual({ at: 1, views: VIEWS / 2, plays: VIEWS / 2 })
    expect(points.slice(2).every(({ plays }) => plays === 0)).toBe(true)
    expect(rest.completion).toBeCloseTo(1.5 / points.length, 9)
    const nothing = { from: new Date(0).toISOString(), to: new Date(86_400_000).toISOString() }
    expect(await world.owner.call('getRetention', { params, query: nothing })).toMatchObject({
      views: 0,
      completion: null,
    })
  })

  it('give retention by cohort, which adds up to that of all views', async () => {
    const params = { id: world.content.id }
    const retention = (query: object) =>
      world.owner.call('getRetention', { params, query: { ...range, ...query } })
    const whole = await retention({})
    for (const splitBy of ['partner', 'week', 'country', 'deviceType'] as const) {
      const { cohorts = [], ...same } = await retention({ splitBy, timezone: 'Asia/Kolkata' })
      expect(same).toEqual(whole)
      for (const [n, point] of whole.points.entries()) {
        const parts = cohorts.map(({ points }) => points[n] ?? { views: -1, plays: -1 })
        expect(parts.reduce((sum, { views }) => sum + views, 0)).toBe(point.views)
        expect(parts.reduce((sum, { plays }) => sum + plays, 0)).toBe(point.plays)
      }
      expect(cohorts.reduce((sum, { views }) => sum + views, 0)).toBe(VIEWS)
    }
    const { cohorts = [] } = await retention({ splitBy: 'partner' })
    expect(
      cohorts.map(({ key, completion }) => [key, completion && completion * whole.points.length]),
    ).toEqual([
      ['Dune', expect.closeTo(2, 9)],
      ['Tara', expect.closeTo(1, 9)],
    ])
    // The curve with a filter equals the curve of the cohort.
    const { views, completion, points } = await retention({ partner: ['Dune'] })
    expect(cohorts[0]).toEqual({ key: 'Dune', views, completion, points })
    expect(await retention({ partner: ['nobody'] })).toMatchObject({ views: 0, dropOffs: [], replays: [] })
  })

  it('give retention by week, in the requested time zone', async () => {
    const params = { id: world.content.id }
    for (const [timezone, hours] of [
      ['Asia/Kolkata', 5.5],
      ['America/New_York', -5],
    ] as const) {
      const query = { ...range, splitBy: 'week', timezone } as const
      const { cohorts = [] } = await world.owner.call('getRetention', { params, query })
      const mondayOf = (ms: number) => {
        const local = new Date(ms + hours * 3_600_000)
        const day = (local.getUTCDay() + 6) % 7
        return new Date(local.getTime() - day * 86_400_000).toISOString().slice(0, 10)
      }
      const truth = [...Map.groupBy(views, ({ startedMs }) => mondayOf(startedMs))]
      expect(cohorts.map(({ key, views }) => [key, views])).toEqual(
        truth.map(([monday, own]) => [monday, own.length]),
      )
      expect(cohorts.length).toBeGreaterThan(2)
    }
  })

  it('give drop-offs and replays', async () => {
    const params = { id: world.content.id }
    const { dropOffs, replays } = await world.owner.call('getRetention', { params, query: range })
    expect(dropOffs).toEqual([{ at: 1, before: 1, after: 0.5 }])
    expect(replays).toEqual([{ at: 0, again: 0.25 }])
  })

  it('are listed by experience score, lowest first', async () => {
    const query = { ...range, partner: ['Tara'] }
    const { items } = await world.owner.call('listWorstViews', { query })
    const failed = views.filter(({ n }) => n % 10 === 0).toReversed()
    const others = views.filter(({ n }) => n % 2 === 0 && n % 10 !== 0).toReversed()
    expect(idsOf(items)).toEqual(idsOf([...failed, ...others].slice(0, 20)))
    expect(items[0]).toMatchObject({ score: 0, errorCode: 'network', name: world.content.title })
    const smoothness = (Math.exp(-10 * (100 / 8000)) + 1 / Math.sqrt(1 + 0.5 ** 2)) / 2
    const score = 100 * (0.3 * (8 / 8.4) + 0.5 * smoothness + 0.2 * Math.exp(-0.33 * 0.5))
    expect(items.at(-1)?.score).toBeCloseTo(score, 4)
    expect((await world.stranger.call('listWorstViews', { query: range })).items).toEqual([])
  })

  it('count for their video in the table of videos', async () => {
    const { items, totalItems } = await world.owner.call('listVideoFigures', { query: range })
    expect(totalItems).toBe(1)
    const [{ figures, ...video } = { figures: [] }] = items
    const params = { id: world.content.id }
    const { completion, duration } = await world.owner.call('getRetention', { params, query: range })
    expect(video).toEqual({ contentId: params.id, name: world.content.title, duration, completion })
    const metrics = figures.map(({ metric }) => metric)
    const totals = await world.owner.call('getTotals', { query: { ...range, metrics, country: [''] } })
    expect(figures.map(({ value }) => value)).toEqual(totals.items.map(({ total }) => total))
    const dune = { ...range, partner: ['Dune'], sort: 'views' as const }
    const [other] = (await world.owner.call('listVideoFigures', { query: dune })).items
    expect(other?.figures[0]?.value).toBe(VIEWS / 2)
    expect(other?.completion).toBeCloseTo(((completion ?? 0) * 2) / 1.5, 9)
    expect((await world.stranger.call('listVideoFigures', { query: range })).items).toEqual([])
  })

  it('count in viewership details, with the previous period', async () => {
    const half = { ...range, from: new Date(FROM + (NOW - FROM) / 2).toISOString() }
    const details = (query: object) =>
      world.owner.call('getViewershipDetails', { query: { ...half, compareWithPeriod: true, ...query } })
    const { items, totalItems } = await details({})
    expect(totalItems).toBe(1)
    expect(items[0]).toMatchObject({ contentId: world.content.id, category: 'video' })
    const metrics = items[0]?.figures.map(({ metric }) => metric) ?? []
    // With two filters the totals are computed from single views too.
    const asked = { ...half, metrics, deviceType: ['phone'], os: ['Android'], compareWithPeriod: true }
    const totals = await world.owner.call('getTotals', { query: asked })
    expect(items[0]?.figures.map(({ value, previous }) => [value, previous])).toEqual(
      totals.items.map(({ total, previousTotal }) => [total, previousTotal]),
    )
    expect(items[0]?.figures[0]).toMatchObject({ metric: 'views', value: VIEWS / 2, previous: VIEWS / 2 })
    expect((await details({ category: ['live'] })).items).toEqual([])
    expect((await details({ statusCode: ['404'] })).items).toEqual([])
    expect((await world.stranger.call('getViewershipDetails', { query: range })).items).toEqual([])
  })

  it('give upscaling and the experience score by its published formula', async () => {
    const total = async (metric: 'upscale' | 'downscale' | 'experience-score' | 'views-per-viewer') =>
      (await world.owner.call('getViews', { query: { ...range, metric } })).total
    expect(await total('upscale')).toBeCloseTo(50, 6)
    expect(await total('downscale')).toBeCloseTo(10, 6)
    expect(await total('views-per-viewer')).toBe(1)
    const smoothness = (Math.exp(-10 * (100 / 8000)) + 1 / Math.sqrt(1 + 0.5 ** 2)) / 2
    const startup = 8 / (8 + 0.4)
    const score = 100 * (1 - 24 / VIEWS) * (0.3 * startup + 0.5 * smoothness + 0.2 * Math.exp(-0.33 * 0.5))
    expect(await total('experience-score')).toBeCloseTo(score, 4)
  })

  it('give the live latency', async () => {
    const stream = await newStream(world.owner)
    const behindS = [4, 6, 400]
    const sent = behindS.map((seconds) =>
      viewEventOf(stream.playbackId, { at: NOW - 1000, mediaAt: NOW - 1000 - 1000 * seconds }),
    )
    // A clock that is an hour fast.
    const fast = sent.map((event) => ({ ...event, at: event.at + 3_600_000 }))
    await sendViewEvents(world.kinora.url, fast, { nowMs: NOW + 3_600_000 })
    const latency = async () =>
      (await world.owner.call('getViews', { query: { ...range, metric: 'live-latency' } })).total
    await expect.poll(latency).toBe(5000)
  })
})
