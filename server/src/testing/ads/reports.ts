import type { AdChannel, AdSessionDetails, Content } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import { load, openSession, play, report, textOf, urisOf } from '../../areas/ads/test-viewer.ts'
import { openAdServer, type TestAdServer } from '../ad-server.ts'
import type { movableClock } from '../clock.ts'
import { patient } from '../machine/patience.ts'
import type { World } from '../world.ts'

/** Objects that the test file has set up. */
interface Given {
  readonly world: World
  readonly clock: ReturnType<typeof movableClock>
  readonly adServer: TestAdServer
  /** Path of a clip of five seconds. */
  readonly clip: string
  readonly video: Content
  /** Channel of the video, with a pre-roll whose ad ID is `soap`. */
  readonly channel: AdChannel
}

interface Tools {
  newChannel(given: Partial<AdChannel>): Promise<AdChannel>
  untilDecided(channel: AdChannel, expected: unknown[]): Promise<unknown>
  logOf(channel: AdChannel, sessionId: string): Promise<AdSessionDetails>
}

/** Tracking requests of a session as `event state`. */
export const statesOf = ({ decisions }: AdSessionDetails) =>
  decisions.flatMap(({ beacons }) => beacons.map(({ event, state }) => `${event} ${state}`))

/** Registers tests about tracking requests. */
export function testAdReports(given: () => Given, { newChannel, untilDecided, logOf }: Tools): void {
  describe('tracking requests', () => {
    it('are sent once each, after the viewer can have seen the event, and match the log', async () => {
      const { world, clock, adServer, clip, video } = given()
      const own = await newChannel({
        streamId: video.id,
        prerollAdTagUrl: adServer.offer('/milk', adServer.ad('milk', clip)),
        midrollAdTagUrl: adServer.offer('/rice', adServer.ad('rice', clip)),
      })
      await untilDecided(own, [null, null])
      clock.freeze()
      const reports = () => adServer.reports.filter((path) => /milk|rice/.test(path))
      const opened = await openSession(own)
      await play(opened.video)
      await play(opened.video)
      const began = ['milk', 'rice'].flatMap((ad) => [`/report/${ad}/impression`, `/report/${ad}/start`])
      await expect.poll(() => reports().sort()).toEqual(began.sort())
      const events = ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete']
      expect(
        statesOf(await logOf(own, opened.sessionId)).filter((state) => state.endsWith('waiting')),
      ).toHaveLength(8)
      clock.advance(6)
      await world.kinora.sweep()
      await expect.poll(() => reports().length).toBe(12)
      await expect
        .poll(async () => statesOf(await logOf(own, opened.sessionId)))
        .toEqual([...events, ...events].map((event) => `${event} sent`))
      expect(new Set(reports()).size).toBe(12)
      const { items } = await world.owner.call('listAdSessions', { params: { id: own.id }, query: {} })
      expect(items[0]).toMatchObject({ id: opened.sessionId, breaks: 2, ads: 2, impressions: 2 })
    })

    it('are repeated only if they certainly did not count', async () => {
      const { world, clock, adServer, channel } = given()
      let calls = 0
      adServer.answer('/report/soap/impression', (_request, response) => {
        calls += 1
        response.writeHead(calls === 1 ? 503 : 200).end()
      })
      adServer.answer('/report/soap/start', (request) => request.destroy())
      const opened = await openSession(channel)
      await play(opened.video)
      const soapStates = async () => statesOf(await logOf(channel, opened.sessionId)).slice(0, 2)
      await expect.poll(soapStates).toEqual(['impression waiting', 'start unknown'])
      clock.advance(6)
      await world.kinora.sweep()
      await expect.poll(soapStates).toEqual(['impression sent', 'start unknown'])
      expect(calls).toBe(2)
    })
  })

  describe('a session of a player that only plays the stream', () => {
    const events = ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete']
    let own: AdChannel
    /** Counted events of each break. */
    const countedIn = async (sessionId: string) =>
      (await logOf(own, sessionId)).decisions.map(({ beacons }) => beacons.map(({ event }) => event))

    it('counts an ad only if the stream has reached it, and the viewer is still there', async () => {
      const { clock, adServer, clip, video } = given()
      own = await newChannel({
        streamId: video.id,
        tracking: 'server',
        prerollAdTagUrl: adServer.offer('/reached', adServer.ad('milk', clip)),
        midrollAdTagUrl: adServer.offer('/later', adServer.ad('rice', clip)),
      })
      await untilDecided(own, [null, null])
      clock.freeze()
      const { video: playlist, sessionId } = await openSession(own)
      expect(await textOf(playlist)).toContain('?beat=1')
      for (const answer of await play(playlist)) expect(answer.status, answer.url).toBe(200)
      const began = [['impression', 'start'], []]
      expect(await countedIn(sessionId)).toEqual(began)
      clock.advance(600)
      expect(await countedIn(sessionId)).toEqual(began)

      const stays = await openSession(own)
      await play(stays.video)
      clock.advance(6)
      await textOf(stays.video)
      expect(await countedIn(stays.sessionId)).toEqual([events, []])
      clock.advance(6)
      const beat = urisOf(await textOf(stays.video)).findLast((uri) => uri.includes('?beat='))
      await load(new URL(beat ?? '', stays.video))
      expect(await countedIn(stays.sessionId)).toEqual([
        events,
        ['impression', 'start', 'firstQuartile', 'midpoint'],
      ])
    })

    it('counts no segment that the player has not got', async () => {
      const { video: playlist, sessionId } = await openSession(own)
      const [first = ''] = urisOf(await textOf(playlist))
      const url = new URL(first, playlist)
      const etag = (await fetch(url, { method: 'HEAD' })).headers.get('etag') ?? ''
      const statuses = []
      for (const headers of [{ range: 'bytes=0-0' }, { range: 'bytes=0-99' }, { 'if-none-match': etag }]) {
        const answer = await fetch(url, { headers })
        await answer.arrayBuffer()
        statuses.push(answer.status)
      }
      expect(statuses).toEqual([206, 206, 304])
      expect(await countedIn(sessionId)).toEqual([[], []])
    })

    it('leaves its count to a player that reports what it has got', async () => {
      const { clock } = given()
      const opened = await openSession(own)
      await play(opened.video)
      await report(opened, { break: 0, ad: 0, event: 'impression' })
      clock.advance(60)
      await textOf(opened.video)
      expect(await countedIn(opened.sessionId)).toEqual([['impression', 'start'], []])
    })

    it('is not shared by viewers with one address and one user agent', async () => {
      const { adServer, clip, video } = given()
      const crowd = await newChannel({
        streamId: video.id,
        tracking: 'server',
        prerollAdTagUrl: adServer.offer('/crowd', adServer.ad('milk', clip)),
      })
      await untilDecided(crowd, [null])
      const view = async () => {
        const { video: playlist, sessionId } = await openSession(crowd)
        const [first = ''] = urisOf(await textOf(playlist))
        await load(new URL(first, playlist))
        return sessionId
      }
      const opened: string[] = []
      // Ten at once: if more wait for a busy processor, the ad server has no time left to answer.
      for (let n = 0; n < 10; n++) opened.push(...(await Promise.all(Array.from({ length: 10 }, view))))
      expect(new Set(opened).size).toBe(100)
      const counted = () =>
        given().world.sql(
          `SELECT count(*)::int AS impressions FROM ad_events WHERE event = 'impression' AND session_id = ANY($1)`,
          [opened],
        )
      await expect.poll(counted).toEqual([{ impressions: 100 }])
    })
  })

  describe('a host of tracking URLs', () => {
    it('is paused for a minute after failures, delays no other host, and loses no request for an hour', async () => {
      const { world, clock, adServer, clip, video } = given()
      const other = await openAdServer()
      let isDown = true
      other.answer('/count', (request, response) => void (isDown ? request.destroy() : response.end()))
      other.answer('/503', (_request, response) => void response.writeHead(503).end())
      adServer.answer('/hop', (_request, response) =>
        response.writeHead(302, { location: `${other.url}/503` }).end(),
      )
      const urls = [...Array.from({ length: 30 }, (_, n) => `${other.url}/count?${n}`), `${adServer.url}/hop`]
      const extra = urls.map((url) => `<Impression>${url}</Impression>`).join('')
      const own = await newChannel({
        streamId: video.id,
        prerollAdTagUrl: adServer.offer('/counted', adServer.ad('soap', clip, { seconds: 5, extra })),
      })
      await untilDecided(own, [null])
      const within = { timeout: patient(20_000) }
      const begin = async () => {
        const opened = await openSession(own)
        const segment = await fetch(new URL(urisOf(await textOf(opened.video))[0] ?? '', opened.video))
        expect(segment.status).toBe(200)
        const counted = () => statesFor(opened.sessionId, `${other.url}/count`)
        await expect.poll(counted, within).toHaveLength(30)
        return opened.sessionId
      }
      const statesFor = async (sessionId: string, url: string) => {
        const { decisions } = await logOf(own, sessionId)
        const beacons = decisions.flatMap((each) => each.beacons).filter((each) => each.url.startsWith(url))
        return beacons.map(({ state }) => state)
      }
      /** States of the requests that were not sent while the host failed. */
      const restOf = async (sessionId: string) => {
        const all = await statesFor(sessionId, `${other.url}/count`)
        const rest = all.filter((state) => state !== 'unknown')
        return [rest.length >= 15, ...new Set(rest)]
      }
      const first = await begin()
      await expect.poll(() => restOf(first), within).toEqual([true, 'waiting'])
      await expect
        .poll(() => statesFor(first, `${adServer.url}/report/soap/impression`), within)
        .toEqual(['sent'])
      // The first server may have counted it before it redirected.
      await expect.poll(() => statesFor(first, `${adServer.url}/hop`), within).toEqual(['unknown'])
      const second = await begin()
      await expect
        .poll(() => statesFor(second, `${adServer.url}/report/soap/impression`), within)
        .toEqual(['sent'])
      await expect.poll(() => restOf(second), within).toEqual([true, 'waiting'])
      isDown = false
      // Requests of another job that runs while the first one tries the host wait for another pause.
      const restAfterPause = (...sessionIds: string[]) =>
        expect.poll(
          async () => {
            clock.advance(61)
            await world.kinora.sweep()
            return Promise.all(sessionIds.map(restOf))
          },
          { ...within, interval: 2000 },
        )
      const sent = [true, 'sent']
      await restAfterPause(first, second).toEqual([sent, sent])
      isDown = true
      const third = await begin()
      await expect.poll(() => restOf(third), within).toEqual([true, 'waiting'])
      clock.advance(3600)
      await restAfterPause(third).toEqual([[true, 'failed']])
      await other.close()
    })
  })
}
