// Slow: encodes an ad.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAdServer, type TestAdServer } from '../../testing/ad-server.ts'
import { adsOf, openSession, play, report } from '../../testing/ads/viewer.ts'
import { h264, makeClip, pattern } from '../../testing/clips.ts'
import { openWorld, type World } from '../../testing/world.ts'

const SESSIONS = 12
const TOTAL = 5
let world: World
let adServer: TestAdServer

beforeAll(async () => {
  adServer = await openAdServer()
  world = await openWorld({})
})
afterAll(async () => {
  await world?.end()
  await adServer?.close()
})

it.each(['delivery', 'player'] as const)(
  'never counts more impressions than the total, with tracking "%s" and parallel sessions',
  async (tracking) => {
    const { owner } = world
    const clip = await makeClip(
      join(world.folder, 'ad.mp4'),
      ...pattern(1, '320x180'),
      ...h264,
      '-c:a',
      'aac',
    )
    adServer.ad(tracking, clip)
    const advertiser = await owner.call('createAdvertiser', {
      body: { name: tracking, contactEmail: 'ads@soap.example' },
    })
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const made = await owner.call('createCampaign', {
      body: {
        advertiserId: advertiser.id,
        name: tracking,
        startsAt: at(-1),
        endsAt: at(10),
        totalImpressions: TOTAL,
        cpm: 2_000_000,
        currency: 'EUR',
      },
    })
    const params = { id: made.id }
    const creative = await owner.call('createCampaignCreative', {
      params,
      body: {
        name: tracking,
        mediaUrl: `${adServer.url}/${tracking}.mp4`,
        clickThroughUrl: null,
        skipAfterS: null,
      },
    })
    await owner.call('reviewCampaignCreative', {
      params: { id: made.id, creativeId: creative.id },
      body: { approved: true, submittedAt: creative.submittedAt },
    })
    const body = {
      name: tracking,
      streamId: world.content.id,
      preroll: true,
      tracking,
      campaigns: 'first',
    } as const
    const channel = await owner.call('createAdChannel', { body })
    await expect
      .poll(async () => (await adsOf(await openSession(channel))).breaks[0]?.ads[0]?.title)
      .toBe(tracking)
    const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => openSession(channel)))
    const shown = ['impression', 'complete', 'click'].map((event) => ({ break: 0, ad: 0, event }))
    await Promise.all(
      sessions.map(async (session) => {
        if (tracking === 'delivery') await play(session.video)
        await report(session, ...shown)
      }),
    )
    const day = at(0).slice(0, 10)
    const reported = await owner.call('getCampaignReport', {
      params,
      query: { from: day, to: at(1).slice(0, 10) },
    })
    expect(reported.totals).toMatchObject([
      { impressions: TOTAL, completes: TOTAL, clicks: TOTAL, spend: '0.010000000' },
    ])
    expect(await owner.call('getCampaign', { params })).toMatchObject({ state: 'ended', impressions: TOTAL })
  },
)
