// Slow: encodes an ad.
import { join } from 'node:path'
import type { AdChannel } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAdServer, type TestAdServer } from '../../testing/ad-server.ts'
import { adsOf, openSession, play, report } from '../../testing/ads/viewer.ts'
import { h264, makeClip, pattern } from '../../testing/clips.ts'
import { movableClock } from '../../testing/clock.ts'
import { openWorld, type World } from '../../testing/world.ts'

type Session = Awaited<ReturnType<typeof openSession>>

const SESSIONS = 12
const TOTAL = 5
const DAY_MS = 86_400_000
const clock = movableClock()
let world: World
let adServer: TestAdServer
let clip: string

beforeAll(async () => {
  adServer = await openAdServer()
  world = await openWorld({ clock })
  clip = await makeClip(join(world.folder, 'ad.mp4'), ...pattern(1, '320x180'), ...h264, '-c:a', 'aac')
})
afterAll(async () => {
  await world?.end()
  await adServer?.close()
})

const at = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString()

/** A campaign with an approved creative, and a channel that shows it. */
async function newCampaign(name: string, tracking: AdChannel['tracking'], total: number) {
  const { owner } = world
  adServer.ad(name, clip)
  const advertiser = await owner.call('createAdvertiser', {
    body: { name, contactEmail: 'ads@soap.example' },
  })
  const made = await owner.call('createCampaign', {
    body: {
      advertiserId: advertiser.id,
      name,
      startsAt: at(-1),
      endsAt: at(10),
      tags: [name],
      totalImpressions: total,
      cpm: 2_000_000,
      currency: 'EUR',
    },
  })
  const params = { id: made.id }
  const creative = await owner.call('createCampaignCreative', {
    params,
    body: { name, mediaUrl: `${adServer.url}/${name}.mp4`, clickThroughUrl: null, skipAfterS: null },
  })
  await owner.call('reviewCampaignCreative', {
    params: { id: made.id, creativeId: creative.id },
    body: { approved: true, submittedAt: creative.submittedAt },
  })
  const body = { name, streamId: world.content.id, preroll: true, campaigns: 'first' as const, tags: [name] }
  const channel = await owner.call('createAdChannel', { body: { ...body, tracking } })
  let first: Session | undefined
  const opened = async () => {
    ;[first] = await openSessions(channel, 1)
    return first
  }
  await expect.poll(opened).toBeDefined()
  if (first === undefined) throw new Error('the ad was not shown')
  return { params, channel, first }
}

const hasAd = async (session: Session) => (await adsOf(session)).breaks[0]?.ads[0] !== undefined

/** Opens sessions at once. @returns those with the ad */
async function openSessions(channel: AdChannel, count: number): Promise<Session[]> {
  const sessions = await Promise.all(Array.from({ length: count }, () => openSession(channel)))
  const shown = await Promise.all(sessions.map(hasAd))
  return sessions.filter((_session, n) => shown[n])
}

const progress = (...events: string[]) => events.map((event) => ({ break: 0, ad: 0, event }))
/** The records of the impressions of a campaign, as its ads and as its own. */
async function metered(campaignId: string) {
  const [row] = await world.sql(
    `SELECT count(ads.key)::int AS ads, count(*)::int AS campaigns
     FROM usage_records AS campaigns LEFT JOIN usage_records AS ads
       ON ads.key = 'ad:' || substr(campaigns.key, 10) AND ads.meter = 'ads' AND ads.object_id = $2 AND ads.quantity = 1
     WHERE campaigns.object_id = $1 AND campaigns.meter = 'campaigns' AND campaigns.quantity = 1`,
    [campaignId, world.content.id],
  )
  return row
}
const getCampaign = (params: { id: string }) => world.owner.call('getCampaign', { params })

describe('the total of a campaign', () => {
  it.each(['delivery', 'player'] as const)(
    'is what parallel sessions are shown and what is counted, with tracking "%s"',
    async (tracking) => {
      const { params, channel, first } = await newCampaign(tracking, tracking, TOTAL)
      const others = await openSessions(channel, SESSIONS)
      expect(others).toHaveLength(TOTAL - 1)
      for (const session of [first, ...others]) {
        if (tracking === 'delivery') await play(session.video)
        await report(session, ...progress('impression', 'complete', 'click'))
      }
      const reported = await world.owner.call('getCampaignReport', {
        params,
        query: { from: at(0).slice(0, 10), to: at(1).slice(0, 10) },
      })
      expect(reported.totals).toMatchObject([
        { impressions: TOTAL, completes: TOTAL, clicks: TOTAL, spend: '0.010000000' },
      ])
      expect(await getCampaign(params)).toMatchObject({ state: 'ended', impressions: TOTAL })
      expect(await metered(params.id)).toEqual({ ads: TOTAL, campaigns: TOTAL })
    },
  )

  it('is reserved by at most as many of 200 decisions at once, and is free again when they expire', async () => {
    const total = 10
    const { params, channel, first } = await newCampaign('reserved', 'player', total)
    const shown = await openSessions(channel, 200)
    expect(shown).toHaveLength(total - 1)
    expect(await openSessions(channel, 5)).toEqual([])
    const log = await world.owner.call('listAdSessions', {
      params: { id: channel.id },
      query: { pageSize: 100 },
    })
    expect(log.items.length).toBeGreaterThan(50)

    // Three are shown, and the others leave before the ad.
    for (const session of shown.slice(0, 3)) await report(session, ...progress('impression'))
    expect(await getCampaign(params)).toMatchObject({ state: 'active', impressions: 3 })
    expect(await openSessions(channel, 5)).toEqual([])
    clock.advance(31 * 60)
    await world.kinora.sweep()
    const later: Session[] = []
    const openLater = async () => {
      later.push(...(await openSessions(channel, 20)))
      return later.length
    }
    await expect.poll(openLater).toBe(total - 3)

    // A session from before comes late: its impression belongs to another viewer now.
    await report(first, ...progress('impression'))
    expect(await getCampaign(params)).toMatchObject({ impressions: 3 })
    for (const session of later) await report(session, ...progress('impression'))
    expect(await getCampaign(params)).toMatchObject({ state: 'ended', impressions: total })
  })
})
