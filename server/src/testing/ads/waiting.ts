import type { AdChannel, AdSessionDetails, AssetList, Content } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import {
  adsOf,
  fetchOf,
  load,
  openSession,
  textOf,
  urisOf,
  type ViewedSession,
} from '../../areas/ads/test-viewer.ts'
import { type TestAdServer, vast } from '../ad-server.ts'
import type { MovableClock } from '../clock.ts'
import type { World } from '../world.ts'
import { adTotals, untilCounted } from './counted.ts'

/** Objects that the test file has set up. */
interface Given {
  readonly world: World
  readonly clock: MovableClock
  readonly adServer: TestAdServer
  /** Path of a clip of five seconds. */
  readonly clip: string
  readonly video: Content
}

interface Tools {
  newChannel(given: Partial<AdChannel>): Promise<AdChannel>
  untilDecided(channel: AdChannel, expected: unknown[]): Promise<void>
  logOf(channel: AdChannel, sessionId: string): Promise<AdSessionDetails>
}

/** Registers tests about waiting for ad servers. */
export function testAdWaiting(given: () => Given, { newChannel, untilDecided, logOf }: Tools): void {
  describe('an ad server that hangs at first', () => {
    /** A channel whose ad server answers after a call of `answerAll`. Its ads are ready. */
    async function hangingChannel(name: string) {
      const { adServer, clip, video } = given()
      let held = Promise.resolve()
      const requests: string[] = []
      const tagOf = (ad: string) => {
        const answer = vast(adServer.ad('soap', clip, { seconds: 5 }))
        adServer.answer(`/${name}-${ad}`, (_request, response) => {
          requests.push(ad)
          void held.then(() => response.end(answer))
        })
        return `${adServer.url}/${name}-${ad}`
      }
      const tags = { prerollAdTagUrl: tagOf('first'), midrollAdTagUrl: tagOf('second') }
      const channel = await newChannel({ streamId: video.id, ...tags, adServerTimeoutMs: 1500 })
      await untilDecided(channel, [null, null])
      const { promise, resolve: answerAll } = Promise.withResolvers<void>()
      held = promise
      requests.length = 0
      return { channel, requests, answerAll }
    }

    const reasonsOf = async (channel: AdChannel, { sessionId }: ViewedSession) => {
      const { decisions } = await logOf(channel, sessionId.replace(/_g$/, ''))
      return decisions.map(({ reason }) => reason)
    }
    const partsOf = async (opened: ViewedSession) => {
      const playlists = await Promise.all([...opened.renditions, opened.audio].map(textOf))
      return playlists.map((playlist) => playlist.split('#EXT-X-DISCONTINUITY\n').length)
    }
    const listOf = async (opened: ViewedSession, position: number) => {
      const answer = await fetchOf(opened, `breaks/${position}.json`)
      expect(answer.status).toBe(200)
      return ((await answer.json()) as AssetList).ASSETS
    }

    it('is asked again for the ads of a break in guided mode', async () => {
      const { world, clock } = given()
      const { channel, requests, answerAll } = await hangingChannel('guided')
      const opened = await openSession({ finalUrl: `${channel.finalUrl}?ads=guided` })
      const playlist = await textOf(opened.video)
      expect(playlist.match(/#EXT-X-DATERANGE/g)).toHaveLength(2)
      expect(await reasonsOf(channel, opened)).toEqual(['server-timeout', 'server-timeout'])
      answerAll()
      // The player loads a segment before the break.
      const [near = ''] = urisOf(playlist).filter((uri) => uri.includes('?near='))
      await load(new URL(near, opened.video))
      await expect.poll(() => listOf(opened, 1)).toHaveLength(1)
      expect(await reasonsOf(channel, opened)).toEqual(['server-timeout', null])
      expect(requests.filter((ad) => ad === 'first')).toHaveLength(1)
      expect((await adsOf(opened)).breaks.map(({ ads }) => ads.length)).toEqual([0, 1])
      // Both requests are in the log, and the break is counted once.
      const { decisions } = await logOf(channel, opened.sessionId.replace(/_g$/, ''))
      expect(decisions.map(({ exchanges }) => exchanges.map(({ status }) => status))).toEqual([
        [null],
        [null, 200],
      ])
      await untilCounted(world, clock)
      const metrics = [
        'ad-breaks',
        'ad-available-time',
        'ad-filled-time',
        'ads-inserted',
        'ad-errors',
      ] as const
      const query = { adChannel: [channel.id] }
      expect(await adTotals(world, clock, metrics, query)).toEqual([2, 40, 5, 1, 1])
    })

    it('is asked at most twice again, and not at all after an answer without ads', async () => {
      const { adServer, video } = given()
      const requests: string[] = []
      const count = (path: string, status: number) => {
        adServer.answer(path, (_request, response) => {
          requests.push(path)
          response.writeHead(status).end()
        })
        return `${adServer.url}${path}`
      }
      const tags = { prerollAdTagUrl: count('/empty', 204), midrollAdTagUrl: count('/broken', 503) }
      const channel = await newChannel({ streamId: video.id, ...tags })
      const opened = await openSession({ finalUrl: `${channel.finalUrl}?ads=guided` })
      for (let n = 0; n < 4; n++)
        for (const position of [0, 1]) expect(await listOf(opened, position)).toEqual([])
      expect(requests.toSorted()).toEqual(['/broken', '/broken', '/broken', '/empty'])
      expect(await reasonsOf(channel, opened)).toEqual(['no-ads', 'server-failed'])
    })

    it('is asked again before a stitched playlist that is requested later, for all renditions', async () => {
      const { channel, requests, answerAll } = await hangingChannel('late')
      const opened = await openSession(channel)
      await adsOf(opened)
      expect(await reasonsOf(channel, opened)).toEqual(['server-timeout', 'server-timeout'])
      answerAll()
      given().clock.advance(10)
      expect(await partsOf(opened)).toEqual([4, 4, 4])
      expect(requests.toSorted()).toEqual(['first', 'first', 'second', 'second'])
    })

    it('leaves breaks empty in all renditions after the first stitched playlist', async () => {
      const { channel, requests, answerAll } = await hangingChannel('early')
      const opened = await openSession(channel)
      expect(await textOf(opened.video)).not.toContain('DISCONTINUITY')
      answerAll()
      given().clock.advance(10)
      expect(await partsOf(opened)).toEqual([1, 1, 1])
      expect(await listOf(opened, 1)).toEqual([])
      expect(requests.toSorted()).toEqual(['first', 'second'])
    })
  })

  describe('the wait for an ad server', () => {
    it('is short for the first playlist, and the next one has an ad that was decided after it', async () => {
      const { adServer, clip, video } = given()
      const answer = vast(adServer.ad('soap', clip, { seconds: 5 }))
      let held = Promise.resolve()
      adServer.answer('/slow-soap', (_request, response) => void held.then(() => response.end(answer)))
      const prerollAdTagUrl = `${adServer.url}/slow-soap`
      const own = await newChannel({ streamId: video.id, prerollAdTagUrl, adServerTimeoutMs: 3000 })
      await untilDecided(own, [null])
      const { promise, resolve: answerAll } = Promise.withResolvers<void>()
      held = promise
      // The first playlist comes although the ad server has not answered.
      const opened = await openSession(own)
      answerAll()
      const playlists = await Promise.all([opened.video, opened.audio].map(textOf))
      for (const playlist of playlists) expect(playlist.split('#EXT-X-DISCONTINUITY\n')).toHaveLength(2)
      expect((await logOf(own, opened.sessionId)).decisions.map(({ filledS }) => filledS)).toEqual([5])
    })

    it('ends for an ad tag that fails, but not for others on the same server', async () => {
      const { adServer } = given()
      const healthy = await newChannel({ prerollAdTagUrl: adServer.offer('/healthy') })
      const wrong = ['/nothing-here', '/garbage', '/silent']
      adServer.answer('/nothing-here', (_request, response) => void response.writeHead(404).end())
      adServer.answer('/garbage', (_request, response) => void response.end('<VAST version="4.2"><Ad>'))
      adServer.answer('/silent', () => undefined)
      for (const path of wrong) {
        const adServerTimeoutMs = path === '/silent' ? 50 : 3000
        const own = await newChannel({ prerollAdTagUrl: `${adServer.url}${path}`, adServerTimeoutMs })
        for (let n = 0; n < 5; n++) await textOf((await openSession(own)).video)
        const reason = async (which: AdChannel) => {
          const opened = await openSession(which)
          await textOf(opened.video)
          return (await logOf(which, opened.sessionId)).decisions[0]?.reason
        }
        expect([await reason(own), await reason(healthy)], path).toEqual(['server-paused', 'no-ads'])
      }
    })
  })
}
