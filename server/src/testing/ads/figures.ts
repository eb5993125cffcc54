import type { AdChannel, AdSessionDetails, adsCalls, Content, MetricId, QueryOf } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import type { TestAdServer } from '../ad-server.ts'
import type { movableClock } from '../clock.ts'
import type { World } from '../world.ts'
import { adTotals, type TotalsQuery, untilCounted, wholeRange } from './counted.ts'

const DAY_S = 24 * 3600

/** Objects of earlier tests: a channel with sessions, and others. */
interface AdWorld {
  readonly world: World
  readonly clock: ReturnType<typeof movableClock>
  readonly adServer: TestAdServer
  /** Path of a clip of five seconds. */
  readonly clip: string
  readonly video: Content
  readonly channel: AdChannel
}

interface AdActions {
  newChannel(given: Partial<AdChannel>): Promise<AdChannel>
  untilDecided(channel: AdChannel, expected: unknown[]): Promise<unknown>
  logOf(channel: AdChannel, sessionId: string): Promise<AdSessionDetails>
  watch(channel: AdChannel): Promise<void>
}

/** Registers tests that compare figures, session log and reconciliation, for sessions of earlier tests. */
export function testAdFigures(made: () => AdWorld, actions: AdActions): void {
  figures(made, actions)
  decisionLog(made, actions)
}

function figures(made: () => AdWorld, { newChannel, untilDecided, watch }: AdActions): void {
  describe('figures of ads', () => {
    const whole = () => wholeRange(made().clock)
    const counted = ['ad-sessions', 'ad-breaks', 'ads-inserted', 'ad-impressions'] as const
    const totalsOf = (metrics: readonly MetricId[], query: TotalsQuery = {}) =>
      adTotals(made().world, made().clock, metrics, query)

    it('match the log of each channel', async () => {
      await untilCounted(made().world, made().clock)
      const { items: channels } = await made().world.owner.call('listAdChannels', {
        query: { pageSize: 100 },
      })
      const all = [0, 0, 0, 0]
      for (const { id } of channels) {
        const { items } = await made().world.owner.call('listAdSessions', {
          params: { id },
          query: { pageSize: 100 },
        })
        const sum = (field: 'breaks' | 'ads' | 'impressions') =>
          items.reduce((total, row) => total + row[field], 0)
        const logged = [items.length, sum('breaks'), sum('ads'), sum('impressions')]
        expect(await totalsOf(counted, { adChannel: [id] })).toEqual(logged)
        for (const [n, value] of logged.entries()) all[n] = (all[n] ?? 0) + value
      }
      expect(all.every((value) => value > 0)).toBe(true)
    })

    it('need a role that sees ad channels', async () => {
      const all = { create: true, read: true, update: true, delete: true }
      const limited = await made().world.member(JSON.stringify({ Analytics: { Views: all } }))
      const range = { ...whole(), interval: 'week' } as const
      const ofAds = [
        limited.try('getViews', { query: { ...range, metric: 'ad-revenue' } }),
        limited.try('getTotals', { query: { ...whole(), metrics: ['views', 'ad-sessions'] } }),
        limited.try('exportFigures', { query: { ...range, metric: 'ad-impressions' } }),
        limited.try('getViewershipTrend', { query: { ...range, metrics: ['ad-skips'] } }),
        limited.try('getFilterValues', { query: { ...whole(), dimension: 'campaign' } }),
        limited.try('getFilterValues', { query: { ...whole(), dimension: 'adServer' } }),
        limited.try('getAdRequests', { query: whole() }),
        limited.try('getAdInsertionDetails', { query: whole() }),
      ]
      for (const answer of ofAds) expect((await answer).status).toBe(403)
      expect((await limited.try('getViews', { query: range })).status).toBe(200)
    })

    it('add up over all dimensions, and money is separated by currency', async () => {
      const price = (text: string) => `<Advertiser>Dairy</Advertiser>${text}`
      const own = await newChannel({
        streamId: made().video.id,
        cpm: 1_500_000,
        currency: 'INR',
        prerollAdTagUrl: made().adServer.offer(
          '/priced',
          made().adServer.ad('cheese', made().clip, {
            seconds: 5,
            extra: price('<Pricing model="CPM" currency="USD">12.5</Pricing>'),
          }),
        ),
        midrollAdTagUrl: made().adServer.offer(
          '/unpriced',
          made().adServer.ad('bread', made().clip, { seconds: 5 }),
        ),
      })
      await untilDecided(own, [null, null])
      for (let n = 0; n < 2; n++) await watch(own)
      await untilCounted(made().world, made().clock)
      const adChannel = [own.id]
      const figures = ['ad-impressions', 'ad-completes', 'ad-available-time', 'ad-filled-time'] as const
      const total = await totalsOf(figures, { adChannel })
      expect(total).toEqual([4, 4, 80, expect.closeTo(20, 0)])
      expect(await totalsOf(['ad-fill-rate', 'ad-completion-rate'], { adChannel })).toEqual([
        expect.closeTo(25, 0),
        100,
      ])
      for (const groupBy of ['campaign', 'breakKind', 'country', 'browser', 'contentId', 'currency'] as const)
        for (const [n, metric] of figures.entries()) {
          const { rows = [] } = await made().world.owner.call('getViews', {
            query: { ...whole(), metric, groupBy, adChannel, interval: 'week' },
          })
          expect(
            rows.reduce((sum, { value }) => sum + (value ?? 0), 0),
            `${metric} by ${groupBy}`,
          ).toBeCloseTo(total[n] ?? 0)
        }
      // The prices are 12.50 USD and 1.50 INR per thousand.
      expect(await totalsOf(['ad-revenue', 'ad-ecpm'], { adChannel })).toEqual([null, null])
      expect(await totalsOf(['ad-revenue', 'ad-ecpm'], { adChannel, currency: ['USD'] })).toEqual([
        25_000, 12_500_000,
      ])
      const { rows = [] } = await made().world.owner.call('getViews', {
        query: { ...whole(), metric: 'ad-revenue', groupBy: 'currency', adChannel, interval: 'week' },
      })
      expect(rows.map(({ key, value }) => [key, value])).toEqual([
        ['USD', 25_000],
        ['INR', 3000],
      ])
      expect(await totalsOf(['ad-impressions'], { adChannel, advertiser: ['Dairy'] })).toEqual([2])
    })

    it('count requests to ad servers by host, outcome and status', async () => {
      const { adServer, video, world } = made()
      adServer.answer('/broken', (_request, response) => response.writeHead(503).end())
      const own = await newChannel({
        streamId: video.id,
        prerollAdTagUrl: adServer.offer('/nothing'),
        midrollAdTagUrl: `${adServer.url}/broken`,
      })
      await watch(own)
      await untilCounted(made().world, made().clock)
      const query = { ...whole(), adChannel: [own.id] }
      const valuesOf = (items: readonly { total: number | null }[]) => items.map(({ total }) => total)
      const { items } = await world.owner.call('getAdRequests', { query })
      expect(valuesOf(items)).toEqual([2, 1, 1, 1, 0, expect.any(Number)])
      expect(await totalsOf(['empty-answers', 'ad-errors'], { adChannel: [own.id] })).toEqual([1, 1])
      const refused = await world.owner.call('getAdRequests', { query: { ...query, statusCode: ['503'] } })
      expect(valuesOf(refused.items)).toEqual([1, 0, 0, 1, 0, null])
      const trend = await world.owner.call('getAdRequestTrend', {
        query: { ...query, groupBy: 'adOutcome', interval: 'week' },
      })
      expect(trend.items[0]?.rows?.map(({ key, value }) => [key, value])).toEqual([
        ['empty', 1],
        ['server-failed', 1],
      ])
      const servers = await world.owner.call('getAdRequestDetails', { query })
      expect([servers.totalItems, servers.items[0]?.key]).toEqual([1, new URL(adServer.url).host])
      expect(servers.items[0]?.figures[0]).toMatchObject({ metric: 'ad-requests', value: 2 })
      const channels = await world.owner.call('getAdInsertionDetails', {
        query: { ...query, compareWithPeriod: true },
      })
      expect(channels.items).toMatchObject([{ key: own.id, name: own.name }])
      expect(channels.items[0]?.figures.slice(0, 4)).toMatchObject([
        { metric: 'ad-sessions', value: 1, previous: null },
        { metric: 'ad-viewers', value: 1 },
        { metric: 'ad-breaks', value: 2 },
        { metric: 'ads-inserted', value: 0 },
      ])
    })

    it('are counted by the programme and partner of the page', async () => {
      const { adServer, video, world } = made()
      const own = await newChannel({
        streamId: video.id,
        prerollAdTagUrl: adServer.offer('/labeled', adServer.ad('tea', made().clip, { seconds: 5 })),
      })
      await untilDecided(own, [null])
      await watch({ ...own, finalUrl: `${own.finalUrl}?programme=Evening%20news&partner=Tara` })
      await untilCounted(world, made().clock)
      const query = { ...whole(), adChannel: [own.id], partner: ['Tara'], programme: ['Evening news'] }
      expect(await totalsOf(['ad-sessions', 'ad-impressions', 'ad-requests'], query)).toEqual([1, 1, 1])
      expect(await totalsOf(['ad-sessions', 'ad-requests'], { ...query, partner: ['Dune'] })).toEqual([0, 0])
      const trend = await world.owner.call('getAdInsertionTrend', {
        query: { ...whole(), adChannel: [own.id], groupBy: 'partner', interval: 'week' },
      })
      const impressions = trend.items.find(({ metric }) => metric === 'ad-impressions')
      expect(impressions?.rows?.map(({ key, value }) => [key, value])).toContainEqual(['Tara', 1])
      expect(trend).not.toHaveProperty('notes')
    })
  })
}

function decisionLog(made: () => AdWorld, { logOf }: AdActions): void {
  describe('the decision log', () => {
    type Query = Partial<QueryOf<(typeof adsCalls)['listAdSessions']>>

    async function find(query: Query, { id }: Pick<AdChannel, 'id'> = made().channel) {
      const { items } = await made().world.owner.call('listAdSessions', {
        params: { id },
        query: { pageSize: 100, ...query },
      })
      return items.map((item) => item.id)
    }

    it('finds sessions by viewer, time, ad and reason', async () => {
      const all = await find({})
      const [newest = '', ...others] = all
      expect(others.length).toBeGreaterThan(0)
      expect(await find({ sessionId: newest.slice(0, 30) })).toContain(newest)
      expect(await find({ sessionId: newest })).toEqual([newest])
      expect(await find({ country: 'IN' })).toEqual([])
      expect(await find({ deviceType: '' })).toEqual(all)
      expect(await find({ adId: 'soap' })).toEqual(all)
      expect(await find({ adId: 'milk' })).toEqual([])
      const logged = await Promise.all(all.map((id) => logOf(made().channel, id)))
      expect(logged[0]).toMatchObject({ recognizedBy: 'address-and-browser', decisions: expect.any(Array) })
      const before = logged.filter(({ startedAt }) => startedAt < (logged[0]?.startedAt ?? ''))
      expect(await find({ to: logged[0]?.startedAt ?? '' })).toEqual(before.map(({ id }) => id))
      expect(await find({ from: logged[0]?.startedAt ?? '' })).toContain(newest)
      expect(await find({ withoutAds: true })).toEqual([])

      const { items: channels } = await made().world.owner.call('listAdChannels', {
        query: { pageSize: 100 },
      })
      const found = { 'server-timeout': 0, 'too-long': 0 }
      for (const own of channels) {
        const sessions = await Promise.all((await find({}, own)).map((id) => logOf(own, id)))
        for (const reason of ['server-timeout', 'too-long'] as const) {
          const expected = sessions.filter(({ decisions }) =>
            decisions.some(
              (each) => each.reason === reason || each.offered.some((ad) => ad.skipped === reason),
            ),
          )
          expect(await find({ reason }, own)).toEqual(expected.map(({ id }) => id))
          found[reason] += expected.length
        }
        const without = sessions.filter(({ ads }) => ads === 0)
        expect(await find({ withoutAds: true }, own)).toEqual(without.map(({ id }) => id))
      }
      expect(Math.min(...Object.values(found))).toBeGreaterThan(0)
    })

    it('can be compared with the figures of the ad server', async () => {
      const params = { id: made().channel.id }
      const at = made().clock.now().getTime()
      const range = { from: new Date(at - DAY_S * 1000).toISOString(), to: new Date(at + 1000).toISOString() }
      const csv = 'campaign;impressions\nsoap;3\nother;5'
      // House ads, bumpers and slates have no tracking.
      const house = `offered || jsonb_build_array(offered->0 || '{"adId": "house ad", "filler": "house"}')`
      await made().world.sql(
        `UPDATE ad_decisions SET offered = ${house} WHERE offered->0->>'skipped' IS NULL`,
      )
      const { items, total } = await made().world.owner.call('reconcileAdChannel', {
        params,
        body: { ...range, csv },
      })
      const logged = await Promise.all((await find({})).map((id) => logOf(made().channel, id)))
      for (const ad of ['soap', 'tea']) {
        const row = items.find(({ campaign }) => campaign === ad)
        const breaks = logged.flatMap(({ decisions }) => decisions)
        const inserted = breaks.filter(({ offered }) =>
          offered.some(({ adId, skipped }) => adId === ad && skipped === null),
        )
        const reports = inserted.flatMap(({ beacons }) =>
          beacons.filter(({ event }) => event === 'impression'),
        )
        const stateOf = (wanted: string) => reports.filter(({ state }) => state === wanted).length
        const [impressions, sent] = [reports.length, stateOf('sent')]
        expect(impressions).toBeGreaterThan(0)
        expect(row).toEqual({
          campaign: ad,
          title: `Advertisement ${ad}`,
          inserted: inserted.length,
          impressions,
          notDelivered: inserted.length - impressions,
          due: impressions,
          sent,
          unknown: stateOf('unknown'),
          failed: stateOf('failed'),
          waiting: stateOf('waiting'),
          theirs: ad === 'soap' ? 3 : null,
          differencePercent: ad === 'soap' ? expect.closeTo((100 * (3 - impressions)) / impressions) : null,
        })
      }
      expect(items.map(({ campaign }) => campaign)).not.toContain('house ad')
      expect(items.at(-1)).toMatchObject({
        campaign: 'other',
        inserted: 0,
        theirs: 5,
        differencePercent: null,
      })
      expect(total.theirs).toBe(8)
      expect(total.impressions).toBe(items.reduce((sum, { impressions }) => sum + impressions, 0))
      const wrong = await made().world.owner.try('reconcileAdChannel', {
        params,
        body: { ...range, csv: 'a,1\nb' },
      })
      expect([wrong.status, wrong.body]).toEqual([
        422,
        expect.objectContaining({ type: '/problems/ad-figures-invalid' }),
      ])
      const none = await made().world.owner.call('reconcileAdChannel', {
        params,
        body: { ...range, to: range.from },
      })
      expect(none.items).toEqual([])
    })
  })
}
