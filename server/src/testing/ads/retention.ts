import type { AdChannel, AdSessionDetails, Content } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import { openSession } from '../../areas/ads/test-viewer.ts'
import type { TestAdServer } from '../ad-server.ts'
import type { MovableClock } from '../clock.ts'
import type { World } from '../world.ts'

const DAY_S = 24 * 3600

interface Given {
  readonly world: World
  readonly clock: MovableClock
  readonly adServer: TestAdServer
  readonly clip: string
  readonly video: Content
}

interface Tools {
  newChannel(given: { streamId: string; prerollAdTagUrl: string }): Promise<AdChannel>
  logOf(channel: AdChannel, sessionId: string): Promise<AdSessionDetails>
}

/** Registers tests about the retention of sessions, viewers' addresses and unused ads. */
export function testAdRetention(given: () => Given, { newChannel, logOf }: Tools): void {
  describe('retention', () => {
    it('deletes addresses after a day, sessions after 30 days, and unused ads', async () => {
      const { world, clock, adServer, clip, video } = given()
      const { owner, kinora, sql } = world
      const addresses = async () => {
        const rows = await sql(`SELECT DISTINCT address <> '' AS is_known FROM ad_sessions`)
        return rows.map(({ is_known }) => is_known)
      }
      const tag = `${adServer.offer('/private', adServer.ad('soap', clip, { seconds: 5 }))}?ip=[DEVICEIP]&a=[IFA]`
      const asking = await newChannel({ streamId: video.id, prerollAdTagUrl: tag })
      const { sessionId } = await openSession({ finalUrl: `${asking.finalUrl}?ifa=secret` })
      const exchange = async () => (await logOf(asking, sessionId)).decisions[0]?.exchanges[0]
      expect(await addresses()).toEqual([true])
      expect((await exchange())?.url).toMatch(/\?ip=[\d.]+&a=secret$/)
      // More rows than a sweep deletes with one statement.
      await sql(
        `INSERT INTO ad_sessions (id, environment_id, channel_id, address, user_agent, started_at)
          SELECT gen_random_uuid(), environment_id, channel_id, address, '', started_at FROM ad_sessions, generate_series(1, 1200)
          WHERE id = $1`,
        [sessionId],
      )
      await sql(
        `INSERT INTO ad_views (environment_id, session_id, viewer, ad_key, at)
          SELECT environment_id, id, '1', 'ad soap', started_at FROM ad_sessions, generate_series(1, 10)`,
      )
      clock.advance(DAY_S)
      await kinora.sweep()
      expect(await addresses()).toEqual([false])
      expect(await exchange()).toMatchObject({ url: `${adServer.url}/private`, status: 200, answer: '' })
      const [creative] = await sql(`SELECT id FROM ad_creatives WHERE state = 'ready'`)
      const key = `ads/${owner.environmentId}/${creative?.id}`
      clock.advance(30 * DAY_S)
      await kinora.sweep()
      for (const table of ['ad_sessions', 'ad_decisions', 'ad_beacons', 'ad_creatives', 'ad_views'])
        expect(await sql(`SELECT FROM ${table}`), table).toEqual([])
      await expect.poll(() => sql('SELECT FROM removals WHERE prefix = $1', [key])).toEqual([])
    })
  })
}
