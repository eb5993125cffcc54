import { type MetricId, metricIds, type SeriesInterval } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAudience, type ScriptedView, sendAudience } from '../../../testing/analytics/audience.ts'
import { inWarehouse } from '../../../testing/analytics/many-views.ts'
import { metricsOf } from '../../../testing/analytics/truth.ts'
import { newStream } from '../../../testing/livestreams.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const ZONE = 'Europe/Berlin'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Two weeks around each daylight saving change. The players report soon after. */
const SPRING = { fromMs: Date.UTC(2026, 2, 20), toMs: Date.UTC(2026, 3, 3) }
const AUTUMN = { fromMs: Date.UTC(2026, 9, 18), toMs: Date.UTC(2026, 10, 1) }
const PLAYERS = 1000
/** The metrics that are computed from reports of players. */
const metrics = metricIds.slice(0, metricIds.indexOf('peak-viewers'))
/** Tolerances of estimates: medians of fewer than 1,000 startup times. */
const errors: Partial<Record<MetricId, number>> = { 'startup-time': 0.02, 'experience-score': 0.02 }

let nowMs = SPRING.fromMs
let world: World
let audience: readonly ScriptedView[]

beforeAll(async () => {
  world = await openWorld({ clock: { now: () => new Date(nowMs) } })
  const { playbackId: liveId } = await newStream(world.owner)
  const ids = { videoId: world.content.playbackId ?? '', liveId, count: PLAYERS / 2 }
  audience = []
  for (const [seed, times] of [SPRING, AUTUMN].entries()) {
    const own = makeAudience({ seed, ...ids, ...times })
    nowMs = times.toMs + DAY_MS
    await sendAudience(own, () => {
      // Advances the clock, so that reports of different rounds have different times.
      nowMs += 1000
      return { url: world.kinora.url, nowMs }
    })
    audience = [...audience, ...own]
  }
  const waiting = 'SELECT id FROM view_event_segments UNION ALL SELECT id FROM view_event_batches'
  await eventually(async () => expect(await world.sql(waiting)).toEqual([]))
})
afterAll(() => world.end())

type Query = Partial<NonNullable<Parameters<typeof world.owner.call<'getViews'>>[1]['query']>>
const rangeOf = (fromMs: number, toMs: number) => ({
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
})
const whole = rangeOf(SPRING.fromMs, AUTUMN.toMs)
/** Filters that match all views. With two filters metrics are computed from single views, not from sums. */
const singly = { deviceType: ['phone', 'computer', 'tablet'], os: ['Android', 'Windows', 'iOS'] }

type Figures = Partial<Record<MetricId, number | null | undefined>>

async function totalsOf(query: Query): Promise<Figures> {
  const { items } = await world.owner.call('getTotals', { query: { ...whole, ...query, metrics } })
  return Object.fromEntries(items.map(({ metric, total }) => [metric, total]))
}

/** Expects each metric to equal the truth within its tolerance. */
function expectTruth(found: Figures, views: readonly ScriptedView[], asked = metrics): void {
  const truth = metricsOf(views)
  const isWrong = (metric: MetricId) => {
    const [value = null, real = null] = [found[metric], truth[metric]]
    if (value === null || real === null) return value !== real
    return Math.abs(value - real) > (errors[metric] ?? 1e-7) * Math.abs(real) + 1e-9
  }
  const wrong = asked.filter(isWrong).map((metric) => [metric, found[metric], truth[metric]])
  expect(wrong).toEqual([])
}

describe('metrics of a thousand players', () => {
  it('match the truth, from sums and from single views', async () => {
    expect(Object.keys(metricsOf(audience)).toSorted()).toEqual(metrics.toSorted())
    expectTruth(await totalsOf({}), audience)
    expectTruth(await totalsOf(singly), audience)
  })

  it.each([
    ['category', 'live', ({ isLive }: ScriptedView) => isLive],
    ['partner', 'Tara', ({ partner }: ScriptedView) => partner === 'Tara'],
    ['programme', 'Coastal final', ({ programme }: ScriptedView) => programme === 'Coastal final'],
    ['country', 'IN', ({ location }: ScriptedView) => location.country === 'IN'],
    ['deviceType', 'tablet', ({ device }: ScriptedView) => device.type === 'tablet'],
    ['os', 'Windows', ({ device }: ScriptedView) => device.os === 'Windows'],
    ['custom1', 'gold', ({ custom }: ScriptedView) => custom[0] === 'gold'],
  ] as const)('match the truth for a value of %s', async (dimension, value, matches) => {
    const own = audience.filter(matches)
    expectTruth(await totalsOf({ [dimension]: [value] }), own)
    const { rows = [] } = await world.owner.call('getViews', { query: { ...whole, groupBy: dimension } })
    expect(rows.find(({ key }) => key === value)?.value).toBe(own.length)
  })

  it.each(['hour', 'day', 'week', 'month'] as const)(
    'match the truth for each %s, even across a daylight saving change',
    async (interval) => {
      // A series cannot have more hours.
      const range = interval === 'hour' ? rangeOf(AUTUMN.fromMs, AUTUMN.toMs) : whole
      const own = audience.filter(({ startedMs }) => startedMs >= Date.parse(range.from))
      const steps = Map.groupBy(own, ({ startedMs }) => stepOf(startedMs, interval))
      for (const metric of ['views', 'viewers', 'watch-time', 'rebuffer-percentage'] as const)
        for (const query of [{}, singly]) {
          const asked = { ...range, ...query, metric, interval, timezone: ZONE }
          const { series } = await world.owner.call('getViews', { query: asked })
          const values = new Map(series.map(({ at, value }) => [stepOf(Date.parse(at), interval), value]))
          expect(values.size).toBe(series.length)
          for (const [step, views] of steps) expectTruth({ [metric]: values.get(step) }, views, [metric])
          const sum = series.reduce((total, { value }) => total + (value ?? 0), 0)
          if (metric === 'views') expect(sum).toBe(own.length)
        }
    },
  )

  it('have days of 23 and 25 hours', async () => {
    const query = { ...whole, metric: 'views', interval: 'day', timezone: ZONE } as const
    const { series } = await world.owner.call('getViews', { query })
    const hoursOf = (day: string) => {
      const n = series.findIndex(({ at }) => stepOf(Date.parse(at), 'day') === day)
      return (Date.parse(series[n + 1]?.at ?? '') - Date.parse(series[n]?.at ?? '')) / HOUR_MS
    }
    expect(['2026-03-28', '2026-03-29', '2026-10-25', '2026-10-26'].map(hoursOf)).toEqual([24, 23, 25, 24])
  })
})

const local = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, dateStyle: 'short' })

/** The name of the hour, day, week or month of a time. Weeks begin on Monday. */
function stepOf(ms: number, interval: SeriesInterval): string {
  const date = local.format(ms)
  if (interval === 'hour') return String(Math.floor(ms / HOUR_MS))
  if (interval === 'month') return date.slice(0, 7)
  if (interval === 'day') return date
  const noon = new Date(`${date}T12:00:00Z`)
  return new Date(noon.getTime() - ((noon.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10)
}

describe('estimates of a large audience', () => {
  const SIZES = { Tara: 50_000, Dune: 30_000 }
  const VIEWERS = SIZES.Tara + SIZES.Dune
  const DAYS = 4

  it('have an error of at most 1%, from sums and from single views', async () => {
    const { stranger, sql, content } = world
    const range = rangeOf(AUTUMN.fromMs, AUTUMN.fromMs + DAYS * DAY_MS)
    await inWarehouse(
      sql,
      `INSERT INTO views (environment_id, started_at, object_id, view_id, kind, country, device_type, partner, viewer_id,
        session_id, views, started_views, startup_ms, watch_ms)
      SELECT toUUID('${stranger.environmentId}'),
        fromUnixTimestamp64Milli(toInt64(${AUTUMN.fromMs} + intDiv(number * ${DAYS * DAY_MS}, ${VIEWERS})), 'UTC'),
        toUUID('${content.id}'), generateUUIDv4(), 'video', 'IN', 'phone',
        if(number < ${SIZES.Tara}, 'Tara', 'Dune'), sipHash64(number), sipHash64(number, 'visit'), 1, 1,
        number % 10007, 1000
      FROM numbers(${VIEWERS})`,
    )
    const totals = async (query: Query) => {
      const metrics = ['viewers', 'sessions', 'startup-time'] as const
      const asked = { ...range, ...query, metrics: [...metrics] }
      return (await stranger.call('getTotals', { query: asked })).items.map(({ total }) => total)
    }
    const near = (real: number) =>
      expect.toSatisfy((value: number) => Math.abs(value - real) <= 0.01 * real, `near ${real}`)
    const single: Query = { country: ['IN'], deviceType: ['phone'] }
    for (const source of [{}, single]) {
      expect(await totals(source)).toEqual([near(VIEWERS), near(VIEWERS), near(5003)])
      for (const [partner, size] of Object.entries(SIZES))
        expect(await totals({ ...source, partner: [partner] })).toEqual([near(size), near(size), near(5003)])
    }
    const days = await stranger.call('getViews', { query: { ...range, metric: 'viewers', interval: 'day' } })
    expect(days.series.map(({ value }) => value)).toEqual(
      Array.from({ length: DAYS }, () => near(VIEWERS / DAYS)),
    )
    const { items } = await stranger.call('listMetrics', { query: {} })
    const definitions = new Map(items.map(({ id, definition }) => [id, definition]))
    for (const id of ['viewers', 'sessions', 'startup-time'] as const)
      expect(definitions.get(id)).toContain('below 1%')
  })
})
