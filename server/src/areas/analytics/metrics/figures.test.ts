import { randomUUID } from 'node:crypto'
import { metricIds, type ViewEvent } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendViewEvents, viewEventOf } from '../../../testing/analytics/view-event.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { copyReadyVideo } from '../../../testing/ready-video.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const HOUR_MS = 3_600_000
/** Ten days around the end of daylight saving time in New York. */
const FROM = Date.UTC(2026, 9, 28)
const TO = Date.UTC(2026, 10, 7)
/** Current time of the server and the players. */
const NOW = TO + 86_400_000
const VIEWS = 240
const range = { from: new Date(FROM).toISOString(), to: new Date(TO).toISOString() }
const NEW_YORK = { ...range, timezone: 'America/New_York' }

/** The true values of a view. */
interface Truth {
  readonly viewer: string
  readonly partner: string
  readonly programme: string
  readonly startedMs: number
  readonly startupMs: number | null
  readonly watchMs: number
  readonly rebufferMs: number
  readonly hasFailed: boolean
}

let world: World
let truth: Truth[]

beforeAll(async () => {
  world = await openWorld({ clock: { now: () => new Date(NOW) } })
  truth = Array.from({ length: VIEWS }, (_, n) => viewNumber(n))
  const events = truth.flatMap(eventsOf)
  // Out of order and duplicated, like on a real network.
  const sent = [...events.toReversed(), ...events.slice(0, 100)]
  expect(await sendViewEvents(world.kinora.url, sent, { nowMs: NOW })).toBe(204)
  const watchedS = truth.reduce((sum, { watchMs }) => sum + watchMs, 0) / 1000
  await eventually(async () => {
    expect((await figures({})).total).toBe(VIEWS)
    expect((await figures({ metric: 'watch-time' })).total).toBeCloseTo(watchedS, 3)
  })
})
afterAll(() => world.end())

function viewNumber(n: number): Truth {
  const startupMs = n % 7 === 0 ? null : 200 + ((n * 37) % 900)
  return {
    viewer: `viewer ${n % 60}`,
    partner: ['Tara', 'Dune', ''][n % 3] ?? '',
    programme: ['Evening debate', 'Coastal final'][(n >> 2) % 2] ?? '',
    startedMs: FROM + ((n * 7_919_000) % (TO - FROM)),
    startupMs,
    watchMs: startupMs === null ? 0 : 1000 * (1 + ((n * 53) % 600)),
    rebufferMs: startupMs === null ? 0 : 10 * (n % 40),
    hasFailed: n % 10 === 0,
  }
}

/** The events that the player of a view reports: start, progress and end. */
function eventsOf({ viewer, partner, programme, startedMs, hasFailed, ...end }: Truth): ViewEvent[] {
  const { startupMs, watchMs, rebufferMs } = end
  const facts = { viewId: randomUUID(), viewerId: viewer, partner, programme }
  const playbackId = world.content.playbackId ?? ''
  const elapsedMs = watchMs + 5000
  const middle = { startupMs, watchMs: Math.floor(watchMs / 2), rebufferMs: Math.floor(rebufferMs / 2) }
  return [
    viewEventOf(playbackId, { ...facts, at: startedMs }),
    viewEventOf(playbackId, {
      ...facts,
      ...middle,
      type: 'heartbeat',
      seq: 1,
      elapsedMs: watchMs,
      at: startedMs + watchMs,
    }),
    viewEventOf(playbackId, {
      ...facts,
      ...end,
      playedMs: watchMs,
      // Some players do not know their bitrate.
      kbit: partner === '' ? 0 : 2 * watchMs,
      type: hasFailed ? 'error' : 'end',
      errorCode: hasFailed ? 'network' : null,
      seq: 2,
      elapsedMs,
      at: startedMs + elapsedMs,
    }),
  ]
}

type Query = Partial<NonNullable<Parameters<typeof world.owner.call<'getViews'>>[1]['query']>>

const figures = (query: Query) => world.owner.call('getViews', { query: { ...range, ...query } })
const sumOf = (entries: readonly { readonly value: number | null }[]) =>
  entries.reduce((sum, { value }) => sum + (value ?? 0), 0)

describe('metrics of a known audience', () => {
  it('are refused without the right on performance or on the analytics of videos', async () => {
    const viewing = { Analytics: { Views: { read: true } } }
    const plain = await world.member(JSON.stringify(viewing))
    expect((await plain.try('getViews', { query: range })).status).toBe(200)
    const startup = { query: { ...range, metric: 'startup-time' } } as const
    expect((await plain.try('getViews', startup)).status).toBe(403)
    expect((await plain.try('getStartupTimes', { query: range })).status).toBe(403)
    expect((await plain.try('listVideoFigures', { query: range })).status).toBe(403)
    const performance = { ...viewing, 'Adv Analytics': { Performance: { read: true } } }
    const expert = await world.member(JSON.stringify(performance))
    expect((await expert.try('getViews', startup)).status).toBe(200)
    expect((await expert.try('getStartupTimes', { query: range })).status).toBe(200)
    expect((await expert.try('listVideoFigures', { query: range })).status).toBe(403)
  })

  it('of a day are the sum of its hours, even across a daylight saving change', async () => {
    const days = await figures({ ...NEW_YORK, interval: 'day' })
    const hours = await figures({ ...NEW_YORK, interval: 'hour' })
    expect(sumOf(days.series)).toBe(VIEWS)
    for (const [n, { at, value }] of days.series.entries()) {
      const next = days.series[n + 1]?.at ?? '9'
      const own = hours.series.filter((hour) => hour.at >= at && hour.at < next)
      expect(sumOf(own)).toBe(value)
    }
    // 1 November has 25 hours.
    const lengths = days.series.map(({ at }, n) => Date.parse(days.series[n + 1]?.at ?? '') - Date.parse(at))
    expect(lengths.filter((length) => length === 25 * HOUR_MS)).toHaveLength(1)
    expect(new Set(hours.series.map(({ at }) => at)).size).toBe(hours.series.length)
  })

  it('have the days of a time zone in each spelling, and of no unknown one', async () => {
    const series = async (timezone: string) =>
      (await figures({ ...range, metric: 'views', interval: 'day', timezone })).series
    for (const [spelling, name] of [
      ['utc', 'UTC'],
      ['gmt+0', 'UTC'],
      ['asia/kolkata', 'Asia/Kolkata'],
      ['EST5EDT', 'America/New_York'],
    ] as const)
      expect(await series(spelling)).toEqual(await series(name))
    const query = { ...range, interval: 'day', timezone: 'Nowhere/None' } as const
    expect(await world.owner.try('getViews', { query })).toMatchObject({
      status: 400,
      body: { type: '/problems/timezone-unknown' },
    })
  })

  it.each([
    ['America/Vancouver', 'day'],
    ['America/Havana', 'month'],
    ['Australia/Lord_Howe', 'hour'],
    ['asia/kathmandu', 'week'],
    ['+05:30', 'day'],
  ] as const)('lose no view in the calendar of %s by %s', async (timezone, interval) => {
    const { total, series } = await figures({ timezone, interval })
    expect(total).toBe(VIEWS)
    expect(sumOf(series)).toBe(VIEWS)
    const ranges = { from: '1960-01-01T00:00:00Z', to: '1960-03-01T00:00:00Z' }
    expect(sumOf((await figures({ ...ranges, timezone, interval: 'day' })).series)).toBe(0)
  })

  it('from sums equal those from single views', async () => {
    // The range begins and ends within a half hour.
    const ragged = {
      from: new Date(FROM + 1_234_567).toISOString(),
      to: new Date(TO - 7_654_321).toISOString(),
    }
    // All views are on Android phones. With two filters the metrics are computed from single views.
    const all = { ...ragged, deviceType: ['phone'], os: ['Android'] }
    const metrics = metricIds.slice(0, metricIds.indexOf('peak-viewers'))
    const totals = async (query: typeof ragged) =>
      (await world.owner.call('getTotals', { query: { ...query, metrics } })).items
    const isAlike = (one: number | null, other: number | null) =>
      Math.abs((one ?? -1) - (other ?? -1)) <= 0.02 * Math.abs(other ?? 0) + 1e-9
    const [sums, views] = [await totals(ragged), await totals(all)]
    expect(sums.filter(({ total }, n) => !isAlike(total, views[n]?.total ?? null))).toEqual([])
    for (const metric of ['views', 'viewers', 'watch-time', 'sessions'] as const) {
      const position = metrics.indexOf(metric)
      expect(sums[position]?.total).toBe(views[position]?.total)
      for (const timezone of ['Asia/Kolkata', 'Asia/Kathmandu', 'America/New_York']) {
        const query = { metric, timezone, interval: 'day' } as const
        expect((await figures({ ...ragged, ...query })).series).toEqual(
          (await figures({ ...all, ...query })).series,
        )
      }
    }
    const final: Query = { programme: ['Coastal final'], interval: 'day', compareWithPeriod: true }
    const questions: Query[] = [
      ...(['contentId', 'category', 'partner', 'pageHost', 'custom3'] as const).map((groupBy) => ({
        groupBy,
      })),
      { metric: 'startup-time', splitBy: 'partner', interval: 'hour' },
      { metric: 'viewers', groupBy: 'partner' },
      { metric: 'viewers', splitBy: 'category', timezone: 'Asia/Kolkata' },
      { ...final, groupBy: 'programme' },
      { ...final, splitBy: 'category', metric: 'sessions' },
    ]
    for (const query of questions) {
      const { freshAt, ...own } = await figures({ ...ragged, ...query })
      expect(own).toEqual({ ...(await figures({ ...all, ...query })), freshAt: undefined })
    }
    const values = async (query: typeof ragged, phrase = '') =>
      (await world.owner.call('getFilterValues', { query: { ...query, dimension: 'partner', phrase } })).items
    expect((await values(ragged)).length).toBe(2)
    expect(await values(ragged, 'AR')).toEqual((await values(ragged)).filter(({ value }) => value === 'Tara'))
  })

  it('of all dimension values add up to the total', async () => {
    const all = await figures({ groupBy: 'partner', splitBy: 'partner', interval: 'day' })
    expect(sumOf(all.rows ?? [])).toBe(VIEWS)
    expect(sumOf(all.series)).toBe(VIEWS)
    expect((all.rows ?? []).reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
    expect(all.rows?.map(({ key }) => key).toSorted()).toEqual(['', 'Dune', 'Tara'])
    const { id: key, title: name } = world.content
    const contents = (await figures({ groupBy: 'contentId' })).rows
    expect(contents).toEqual([{ key, name, value: VIEWS, share: 1 }])
    const listed = await figures({ groupBy: 'partner', series: false, interval: 'day' })
    expect(listed).toMatchObject({ total: VIEWS, rows: all.rows, series: [] })
  })

  it('with filters count only views that match all filters', async () => {
    const tara = truth.filter(({ partner }) => partner === 'Tara')
    const both = tara.filter(({ programme }) => programme === 'Coastal final')
    expect((await figures({ partner: ['Tara'] })).total).toBe(tara.length)
    expect((await figures({ partner: ['Tara'], programme: ['Coastal final'] })).total).toBe(both.length)
    const grouped = await figures({ programme: ['Coastal final'], groupBy: 'partner' })
    expect(grouped.rows?.find(({ key }) => key === 'Tara')?.value).toBe(both.length)
    const none = truth.filter(({ partner }) => partner === '').length
    expect((await figures({ missing: ['partner'] })).total).toBe(none)
    expect((await figures({ partner: ['Tara'], missing: ['partner'] })).total).toBe(tara.length + none)
    expect((await figures({ missing: ['customPlayback'] })).total).toBe(VIEWS)
    expect((await figures({ from: String(FROM / 1000), to: String(TO) })).total).toBe(VIEWS)
    expect((await figures({ partner: [`Tara' OR 1=1 --\\`] })).total).toBe(0)
  })

  it('of startup time count each started view, with and without filters', async () => {
    const startups = async (query: Pick<Query, 'partner'>) =>
      world.owner.call('getStartupTimes', { query: { ...range, ...query } })
    for (const partner of [undefined, ['Tara']]) {
      const own = truth.filter((view) => partner === undefined || partner.includes(view.partner))
      const times = own.flatMap(({ startupMs }) => startupMs ?? []).toSorted((a, b) => a - b)
      const { views, buckets, ...levels } = await startups({ ...(partner && { partner }) })
      expect(views).toBe(times.length)
      for (const { from, to, views: counted } of buckets)
        expect(counted).toBe(times.filter((ms) => ms >= from && ms < (to ?? Infinity)).length)
      for (const [level, part] of [
        [levels.p50, 0.5],
        [levels.p75, 0.75],
        [levels.p95, 0.95],
      ] as const) {
        const at = part * (times.length - 1)
        const [low = 0, high = 0] = [times[Math.floor(at)], times[Math.ceil(at)]]
        expect(level).toBe(Math.round(low + (at % 1) * (high - low)))
      }
    }
    // A range of days is answered from sums, a day from single views, and each step of a series has few views.
    const medianOf = (views: readonly Truth[]) => {
      const times = views.flatMap(({ startupMs }) => startupMs ?? []).toSorted((a, b) => a - b)
      const middle = (times.length - 1) / 2
      return times.length === 0
        ? null
        : ((times[Math.floor(middle)] ?? 0) + (times[Math.ceil(middle)] ?? 0)) / 2
    }
    const days = await figures({ metric: 'startup-time', interval: 'day', groupBy: 'partner' })
    expect(days.total).toBe(medianOf(truth))
    for (const { at, value } of days.series) {
      const start = Date.parse(at)
      const own = truth.filter(({ startedMs }) => startedMs >= start && startedMs < start + 24 * HOUR_MS)
      expect(value).toBe(medianOf(own))
    }
    for (const { key, value } of days.rows ?? [])
      expect(value).toBe(medianOf(truth.filter(({ partner }) => partner === key)))
    const day = { from: range.from, to: new Date(FROM + 24 * HOUR_MS).toISOString() }
    const first = truth.filter(({ startedMs }) => startedMs < FROM + 24 * HOUR_MS)
    expect((await figures({ ...day, metric: 'startup-time' })).total).toBe(medianOf(first))
    const none = { views: 0, p50: null, p75: null, p95: null, buckets: [] }
    expect(await startups({ partner: ['nobody'] })).toEqual(none)
  })

  it('of the previous period equal those of that range', async () => {
    const middle = new Date((FROM + TO) / 2).toISOString()
    const late = await figures({ from: middle, compareWithPeriod: true, groupBy: 'partner' })
    const early = await figures({ to: middle, groupBy: 'partner' })
    expect(late.previousTotal).toBe(early.total)
    const metrics = ['viewers', 'views'] as const
    const both = { ...range, from: middle, metrics: [...metrics], compareWithPeriod: true }
    const { items } = await world.owner.call('getTotals', { query: both })
    expect(items.map(({ metric }) => metric)).toEqual(metrics)
    expect(items[1]).toMatchObject({ total: late.total, previousTotal: early.total })
    for (const { key, previous } of late.rows ?? [])
      expect(previous).toBe(early.rows?.find((row) => row.key === key)?.value ?? null)
  })

  it('have dimension values only of their environment', async () => {
    const query = { ...range, dimension: 'partner', phrase: 'ar' } as const
    const count = truth.filter(({ partner }) => partner === 'Tara').length
    expect((await world.owner.call('getFilterValues', { query })).items).toEqual([
      { dimension: 'partner', value: 'Tara', views: count },
    ])
    const { items } = await world.owner.call('getFilterValues', {
      query: { ...range, partner: ['Dune'], programme: ['Coastal final'] },
    })
    const final = truth.filter(({ programme }) => programme === 'Coastal final')
    const of = (dimension: string) =>
      items.flatMap((item) => (item.dimension === dimension ? [[item.value, item.views]] : []))
    const partners = ['Dune', 'Tara'].map((name) => [name, final.filter((v) => v.partner === name).length])
    expect(of('partner').toSorted()).toEqual(partners)
    expect(of('deviceType')).toEqual([['phone', final.filter((v) => v.partner === 'Dune').length]])
    expect(new Set(items.map(({ dimension }) => dimension))).toContain('contentId')
    expect((await world.stranger.call('getFilterValues', { query })).items).toEqual([])
    expect((await world.stranger.call('getViews', { query: range })).total).toBe(0)
  })

  it('count only videos that the caller may see', async () => {
    const { kinora, content, owner } = world
    const stored = { ...kinora, contentId: content.id }
    const tagged = await copyReadyVideo(stored, owner.environmentId ?? '', { title: 'Weather' })
    await owner.call('updateContent', { params: { id: tagged }, body: { tags: ['weather'] } })
    const rights = {
      Videos: { Video: { read: true } },
      Analytics: { Views: { read: true } },
      'Adv Analytics': { 'Video Analytics': { read: true } },
    }
    const limited = await world.member(JSON.stringify({ ...rights, filter: { tags: ['weather'] } }))
    expect((await limited.call('getViews', { query: range })).total).toBe(0)
    const { playbackId } = await owner.call('getContent', { params: { id: tagged } })
    await sendViewEvents(kinora.url, [viewEventOf(playbackId ?? '', { at: FROM + 1000 })], {
      nowMs: NOW,
    })
    const byContent = { ...range, groupBy: 'contentId' } as const
    const rows = async () => (await limited.call('getViews', { query: byContent })).rows
    await expect.poll(rows).toEqual([{ key: tagged, name: 'Weather', value: 1, share: 1 }])
    expect((await limited.call('getViews', { query: { ...range, contentId: [content.id] } })).total).toBe(0)
    const videosOf = async (who: typeof limited, query: { sort: 'views' | '-views'; pageNum?: number }) => {
      const { items } = await who.call('listVideoFigures', { query: { ...range, pageSize: 1, ...query } })
      return items.map(({ contentId }) => contentId)
    }
    expect(await videosOf(limited, { sort: '-views' })).toEqual([tagged])
    expect(await videosOf(owner, { sort: '-views' })).toEqual([content.id])
    expect(await videosOf(owner, { sort: 'views' })).toEqual([tagged])
    expect(await videosOf(owner, { sort: 'views', pageNum: 2 })).toEqual([content.id])
    const hidden = { params: { id: content.id }, query: range }
    expect((await limited.try('getRetention', hidden)).status).toBe(404)
  })
})
