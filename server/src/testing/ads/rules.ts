import type { AdChannel, AdSessionDetails, Content } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import { adsOf, openSession, play, textOf, urisOf } from '../../areas/ads/test-viewer.ts'
import type { TestAdServer } from '../ad-server.ts'
import { stitchedFaults } from '../hls/stitched-check.ts'
import type { World } from '../world.ts'

/** Objects that the test file has set up. */
interface Given {
  readonly world: World
  readonly adServer: TestAdServer
  /** Path of a clip of five seconds. */
  readonly clip: string
  /** Video of nine seconds with a break at 4.5 s. */
  readonly video: Content
  /** Channel of the video, with a pre-roll and a mid-roll. */
  readonly channel: AdChannel
}

interface Tools {
  newChannel(given: Partial<AdChannel>): Promise<AdChannel>
  untilDecided(channel: AdChannel, expected: unknown[]): Promise<unknown>
  /** Skip reason of each break's first ad. */
  skippedIn(channel: AdChannel): Promise<unknown[]>
  logOf(channel: AdChannel, sessionId: string): Promise<AdSessionDetails>
}

/** Helpers of the tests of one subject. */
interface Subject {
  readonly given: () => Given
  /** Creates a channel with its own pre-roll and these settings. */
  channelWith(tag: string, settings?: Partial<AdChannel>): Promise<AdChannel>
  /** Opens a session, and reads what its breaks were offered. */
  offeredTo(channel: AdChannel): Promise<
    Pick<AdSessionDetails, 'decisions'> & {
      readonly offered: readonly string[][]
      readonly video: URL
    }
  >
  readonly untilDecided: Tools['untilDecided']
  readonly skippedIn: Tools['skippedIn']
}

const five = { seconds: 5 }

/** Registers tests about rules of channels, breaks and events of players. */
export function testAdRules(given: () => Given, tools: Tools): void {
  const { newChannel, logOf, untilDecided, skippedIn } = tools
  const subject: Subject = {
    given,
    untilDecided,
    skippedIn,
    async channelWith(tag, settings = {}) {
      const { owner } = given().world
      const { id } = await newChannel({ streamId: given().video.id, prerollAdTagUrl: tag })
      return owner.call('updateAdChannel', { params: { id }, body: { maxPrerollDurationS: 60, ...settings } })
    },
    async offeredTo(channel) {
      const { sessionId, video } = await openSession(channel)
      const { decisions } = await logOf(channel, sessionId)
      const offered = decisions.map((each) => each.offered.map(({ adId, skipped }) => `${adId} ${skipped}`))
      return { offered, decisions, video }
    },
  }
  testBreaks(subject)
  it('makes playlists that a strict parser accepts', async () => {
    const { channel, world } = given()
    expect(await stitchedFaults(channel.finalUrl, world.folder)).toEqual([])
  })
  testChannelRules(subject)
  testAdServers(subject)
}

function testBreaks({ given, channelWith, offeredTo }: Subject): void {
  describe('a break', () => {
    it('has a unique time in the video', async () => {
      const { world, adServer, video, channel } = given()
      const { owner } = world
      const params = { id: video.id }
      const { items } = await owner.call('listAdBreaks', { params })
      expect(items.map(({ at, durationS }) => [at, durationS])).toEqual([[4.5, 10]])
      const taken = await owner.try('createAdBreak', { params, body: { at: 4.5, durationS: 20 } })
      const outside = await owner.try('createAdBreak', { params, body: { at: 10 } })
      const sheet = await owner.try('importAdBreaks', { params, body: { text: 'time\n9\n10' } })
      expect([taken.status, outside.status, sheet.status]).toEqual([409, 422, 422])
      const vmap = (tag: string) =>
        `<VMAP version="1.0"><AdBreak timeOffset="00:00:07"><AdSource><AdTagURI>${tag}</AdTagURI></AdSource></AdBreak>${' '.repeat(20_000)}</VMAP>`
      const inside = await owner.try('importAdBreaks', { params, body: { text: vmap('http://10.0.0.1/') } })
      expect(inside.status).toBe(422)
      const adTagUrl = `${adServer.url}/of-sheet`
      const { added } = await owner.call('importAdBreaks', { params, body: { text: vmap(adTagUrl) } })
      expect(added).toMatchObject([{ at: 7, adTagUrl, durationS: 30 }])
      await owner.call('deleteAdBreak', { params: { ...params, breakId: added[0]?.id ?? '' } })
      const { id: breakId } = await owner.call('createAdBreak', { params, body: { at: 9 } })
      await owner.call('updateAdBreak', { params: { ...params, breakId }, body: { at: 8.6 } })
      const { decisions } = await owner.call('tryAdChannel', { params: { id: channel.id }, body: {} })
      expect(decisions.map(({ kind, at }) => [kind, at])).toEqual([
        ['preroll', 0],
        ['midroll', 4],
        ['postroll', 9],
      ])
      await owner.call('deleteAdBreak', { params: { ...params, breakId } })
      expect((await owner.call('listAdBreaks', { params })).items).toHaveLength(1)
    })

    it('can have its own ad tag, or no ads', async () => {
      const { world, adServer, clip, video, channel } = given()
      const { owner } = world
      const params = { id: video.id }
      const [only] = (await owner.call('listAdBreaks', { params })).items
      const change = (body: { adTagUrl?: string | null; enabled?: boolean }) =>
        owner.call('updateAdBreak', { params: { ...params, breakId: only?.id ?? '' }, body })
      const adTagUrl = adServer.offer('/own-tag', adServer.ad('soap', clip, five))
      expect(await change({ adTagUrl })).toMatchObject({ adTagUrl, enabled: true, at: 4.5 })
      await expect
        .poll(async () => (await offeredTo(channel)).offered)
        .toEqual([['soap null'], ['soap null']])
      await change({ enabled: false })
      expect((await offeredTo(channel)).offered).toEqual([['soap null']])
      await change({ adTagUrl: null, enabled: true })
      const refused = await owner.try('updateAdBreak', {
        params: { ...params, breakId: only?.id ?? '' },
        body: { adTagUrl: 'http://10.0.0.1/' },
      })
      expect(refused.status).toBe(422)
    })

    it('can replace a part of the video, for viewers who get ads', async () => {
      const { world, video, channel } = given()
      const { owner } = world
      const params = { id: video.id }
      const [only] = (await owner.call('listAdBreaks', { params })).items
      const edit = { params: { ...params, breakId: only?.id ?? '' } }
      for (const returnAt of [4, 60])
        expect(await owner.try('updateAdBreak', { ...edit, body: { returnAt } })).toMatchObject({
          status: 422,
          body: { type: '/problems/ad-break-return' },
        })
      await owner.call('updateAdBreak', { ...edit, body: { returnAt: 9 } })
      const { id: hidden } = await owner.call('createAdBreak', { params, body: { at: 7 } })
      const stitched = await openSession(channel)
      // All segments but the first are replaced, and the other break with them.
      const shown = urisOf(await textOf(stitched.video)).filter((uri) => /\/seg-\d+/.test(uri))
      expect(shown.map((uri) => uri.replace(/.*\//, ''))).toEqual(['seg-00000.m4s'])
      const { breaks } = await adsOf(stitched)
      expect(breaks.map(({ kind, at }) => [kind, at])).toEqual([
        ['preroll', 0],
        ['midroll', 9],
      ])
      const guided = await openSession({ ...channel, finalUrl: `${channel.finalUrl}?ads=guided` })
      expect(await textOf(guided.video)).toContain('X-RESUME-OFFSET=5,')
      await owner.call('deleteAdBreak', { params: { ...params, breakId: hidden } })
      await owner.call('updateAdBreak', { ...edit, body: { returnAt: null } })
    })

    it('has suggested places, which one search at a time finds in the file', async () => {
      const { world, video } = given()
      const { owner } = world
      const params = { id: video.id }
      expect(await owner.call('getAdPlaces', { params })).toEqual({ state: 'none', items: [] })
      await Promise.all([1, 2, 3].map(() => owner.call('findAdPlaces', { params })))
      const state = async () => (await owner.call('getAdPlaces', { params })).state
      await expect.poll(state).toBe('ready')
      const jobs = await world.sql(`SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'ads.places'`)
      expect(jobs).toEqual([{ count: 1 }])
    })

    it('can come from VMAP, with ads or ad tags', async () => {
      const { world, adServer, clip } = given()
      const channel = await channelWith(adServer.offer('/unused', adServer.ad('tea', clip, five)))
      const tag = adServer.offer('/of-vmap', adServer.ad('tea', clip, five))
      const soap = adServer.ad('soap', clip, five)
      const report = `${adServer.url}/report/break/start`
      const at = (offset: string, source: string, more = '') =>
        `<vmap:AdBreak timeOffset="${offset}" breakType="linear"><vmap:AdSource>${source}</vmap:AdSource>${more}</vmap:AdBreak>`
      adServer.answer('/vmap', (_request, response) =>
        response.end(`<vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">
          ${at('start', `<vmap:VASTAdData><VAST version="3.0">${soap}</VAST></vmap:VASTAdData>`)}
          ${at('50%', `<vmap:AdTagURI><![CDATA[${tag}?p=[BREAKPOSITION]]]></vmap:AdTagURI>`, `<vmap:TrackingEvents><vmap:Tracking event="breakStart">${report}</vmap:Tracking></vmap:TrackingEvents>`)}
          ${at('end', '')}</vmap:VMAP>`),
      )
      await world.owner.call('updateAdChannel', {
        params: { id: channel.id },
        body: { vmapUrl: `${adServer.url}/vmap` },
      })
      await expect.poll(async () => (await offeredTo(channel)).offered).toEqual([['soap null'], ['tea null']])
      const { decisions, video } = await offeredTo(channel)
      // A VMAP break is as long as its pod.
      expect(decisions.map((each) => [each.kind, each.at, each.availableS])).toEqual([
        ['preroll', 0, 60],
        ['midroll', 4, 5],
      ])
      expect(decisions[0]?.exchanges.map(({ url }) => url)).toEqual([`${adServer.url}/vmap`])
      await play(video)
      await expect.poll(() => adServer.reports).toContain('/report/break/start')

      adServer.answer('/vmap', (_request, response) => response.writeHead(500).end())
      const failed = await offeredTo(channel)
      expect(failed.offered).toEqual([['tea null']])
      expect(failed.decisions[0]?.exchanges[0]).toMatchObject({ url: `${adServer.url}/vmap`, status: 500 })
    })
  })
}

function testChannelRules({ given, channelWith, offeredTo, untilDecided, skippedIn }: Subject): void {
  describe('a rule of a channel', () => {
    it('can be a frequency cap, within a session and across sessions', async () => {
      const { adServer, clip, world } = given()
      const pod = [1, 2, 3].map((sequence) => adServer.ad('soap', clip, { ...five, sequence }))
      const channel = await channelWith(adServer.offer('/capped', ...pod), {
        frequencyCap: { views: 2, hours: 24 },
      })
      await untilDecided(channel, [null])
      const first = await offeredTo(channel)
      expect(first.offered).toEqual([['soap null', 'soap null', 'soap capped']])
      // An ad without an impression does not count as a view.
      expect((await offeredTo(channel)).offered).toEqual(first.offered)
      await play(first.video)
      expect((await offeredTo(channel)).offered).toEqual([['soap capped', 'soap capped', 'soap capped']])
      const seen = await world.sql('SELECT DISTINCT ad_key FROM ad_views')
      expect(seen).toEqual([{ ad_key: 'ad soap' }])
    })

    it('can be competitive separation, and wrappers can block categories', async () => {
      const { adServer, clip } = given()
      const { ad, url } = adServer
      const food = '<Category authority="iab">IAB8</Category>'
      const channel = await channelWith(
        adServer.offer(
          '/rivals',
          ad('soap', clip, { ...five, sequence: 1, extra: food }),
          ad('tea', clip, { ...five, sequence: 2, extra: food }),
        ),
        { competitiveSeparation: true },
      )
      await untilDecided(channel, [null])
      await expect
        .poll(async () => (await offeredTo(channel)).offered)
        .toEqual([['soap null', 'tea competing']])
      const blocked = '<BlockedAdCategories authority="iab">IAB9, IAB8</BlockedAdCategories>'
      adServer.offer('/food', ad('soap', clip, { ...five, extra: food }))
      const outer = adServer.offer(
        '/no-food',
        `<Ad id="w"><Wrapper><VASTAdTagURI>${url}/food</VASTAdTagURI>${blocked}</Wrapper></Ad>`,
      )
      expect(await skippedIn(await channelWith(outer))).toEqual(['blocked-category'])
    })
  })
}

function testAdServers({ given, channelWith, untilDecided }: Subject): void {
  describe('an ad server', () => {
    it('gets parameters of the playback URL and metadata of the channel, as do tracking URLs', async () => {
      const { adServer, clip, world } = given()
      const query =
        'g=[KV.genre]&l=[KV.league]&c=[GDPRCONSENT]&t=[CONTENTTITLE]&d=[DEVICETYPE]&x=[KV.other]&co=[COUNTRY]'
      const reported =
        't=[CONTENTTITLE]&l=[KV.league]&c=[GDPRCONSENT]&b=[BREAKPOSITION]&s=[PODSEQUENCE]&n=[ADCOUNT]&a=[ADPLAYHEAD]&m=[MEDIAPLAYHEAD]&v=[SERVERSIDE]&x=[KV.other]&u=[ASSETURI]'
      const extra = `<Impression><![CDATA[${adServer.url}/report/reached?${reported}]]></Impression>`
      adServer.offer('/asked', adServer.ad('soap', clip, { ...five, sequence: 1, extra }))
      const channel = await channelWith(`${adServer.url}/asked?${query}`, {
        metadata: [
          { key: 'genre', value: 'sport', type: 'text' },
          { key: 'league', value: 'first', type: 'text' },
        ],
      })
      await untilDecided(channel, [null])
      const asked = () => adServer.requests.filter(({ path }) => path.startsWith('/asked')).at(-1)?.path
      const { finalUrl } = channel
      const opened = await openSession({
        finalUrl: `${finalUrl}?kv.genre=news&gdpr_consent=CPx&kv.long=${'x'.repeat(600)}`,
      })
      expect(asked()).toContain('g=news&l=first&c=CPx&t=nine')
      expect(asked()).toContain('&x=-1')
      await play(opened.video)
      const at = '00%3A00%3A00.000'
      const uri = encodeURIComponent(`${adServer.url}/soap.mp4`)
      await expect
        .poll(() => adServer.reports.find((path) => path.startsWith('/report/reached')))
        .toBe(`/report/reached?t=nine&l=first&c=CPx&b=1&s=1&n=1&a=${at}&m=${at}&v=1&x=-1&u=${uri}`)
      await world.owner.call('tryAdChannel', {
        params: { id: channel.id },
        body: { country: 'IN', deviceType: 'tv', params: { 'kv.genre': 'art' } },
      })
      expect(asked()).toMatch(/g=art&.*&d=tv&.*&co=IN/)
    })
  })
}
