import type { AdChannel, AdSessionDetails, Content } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import { openSession, textOf } from '../../areas/ads/test-viewer.ts'
import { type TestAdServer, vast } from '../ad-server.ts'

/** Objects that the test file has set up. */
interface Given {
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
        const own = await newChannel({ prerollAdTagUrl: `${adServer.url}${path}`, adServerTimeoutMs: 50 })
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
