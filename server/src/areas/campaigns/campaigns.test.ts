// Slow: encodes ads, and campaigns are read once a second.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type AdChannel, allCalls, type Campaign, type CampaignCreative } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAdServer, type TestAdServer } from '../../testing/ad-server.ts'
import { invitePerson } from '../../testing/ads/campaigns.ts'
import { adsOf, openSession, play, report } from '../../testing/ads/viewer.ts'
import type { Client } from '../../testing/client.ts'
import { h264, makeClip, pattern } from '../../testing/clips.ts'
import { movableClock } from '../../testing/clock.ts'
import { patient } from '../../testing/machine/patience.ts'
import { openWorld, type World } from '../../testing/world.ts'

const clock = movableClock()
const DAY_S = 24 * 3600
let world: World
let adServer: TestAdServer
let person: Client
let channel: AdChannel
let campaign: Campaign
let creative: CampaignCreative
let clip: string

const daysFromNow = (days: number) => new Date(clock.now().getTime() + days * DAY_S * 1000).toISOString()
const today = () => clock.now().toISOString().slice(0, 10)

beforeAll(async () => {
  adServer = await openAdServer()
  world = await openWorld({ clock })
  clip = await makeClip(join(world.folder, 'ad.mp4'), ...pattern(1, '320x180'), ...h264, '-c:a', 'aac')
  const body = { name: 'Soap & Co', contactEmail: 'ads@soap.example' }
  const { roleId } = await world.owner.call('createAdvertiser', { body })
  person = await invitePerson(world.owner, roleId)
  channel = await world.owner.call('createAdChannel', {
    body: {
      name: 'Evening',
      streamId: world.content.id,
      preroll: true,
      adServerTimeoutMs: 3000,
      tracking: 'delivery',
      tags: ['Cricket'],
    },
  })
})
afterAll(async () => {
  await world?.end()
  await adServer?.close()
})

/** Serves a file of the advertiser, and creates a campaign with it. */
async function newCampaign(name: string, given: object = {}) {
  adServer.ad(name, clip)
  const flight = { startsAt: daysFromNow(-1), endsAt: daysFromNow(10) }
  const made = await person.call('createCampaign', { body: { name, ...flight, ...given } })
  const params = { id: made.id }
  const media = { mediaUrl: `${adServer.url}/${name}.mp4`, clickThroughUrl: `${adServer.url}/${name}.html` }
  const added = await person.call('createCampaignCreative', {
    params,
    body: { name, ...media, skipAfterS: 1 },
  })
  return { made, added }
}

const review = (
  { campaignId, id: creativeId, submittedAt }: CampaignCreative,
  approved: boolean,
  reason = '',
) =>
  world.owner.call('reviewCampaignCreative', {
    params: { id: campaignId, creativeId },
    body: { approved, reason, submittedAt },
  })

const getCampaign = (id: string) => person.call('getCampaign', { params: { id } })

/** Names of campaigns whose ads were inserted, in the figures. */
async function namesInFigures() {
  const range = { from: daysFromNow(-1), to: daysFromNow(1), interval: 'day' } as const
  const query = { ...range, metric: 'ads-inserted', groupBy: 'campaign' } as const
  const { rows = [] } = await world.owner.call('getViews', { query })
  return rows.map(({ key, name }) => [key, name])
}

/** Decisions for a simulated viewer: titles of ads, or skip reasons. */
async function tried(body: { country?: string; deviceType?: 'phone' | 'tv' } = {}) {
  const { decisions } = await world.owner.call('tryAdChannel', { params: { id: channel.id }, body })
  return decisions.flatMap(({ offered }) => offered.map(({ title, skipped }) => [title, skipped]))
}

const untilTried = (expected: unknown[], body = {}) => expect.poll(() => tried(body)).toEqual(expected)

describe('a campaign', () => {
  it('is shown without an ad tag after its creative is approved and encoded', async () => {
    const { made, added } = await newCampaign('soap')
    ;[campaign, creative] = [made, added]
    expect([made.state, added.state]).toEqual(['draft', 'waiting'])
    expect(await tried()).toEqual([])
    expect(await review(creative, true)).toMatchObject({ state: 'approved', reviewedBy: expect.any(String) })
    await world.owner.call('updateCampaign', {
      params: { id: campaign.id },
      body: { cpm: 2_500_001, currency: 'INR' },
    })
    expect(await getCampaign(campaign.id)).toMatchObject({ state: 'active', cpm: 2_500_001 })
    await untilTried([['soap', null]])
    const { items } = await person.call('listCampaignCreatives', { params: { id: campaign.id } })
    expect(items[0]?.durationS).toBeCloseTo(1, 0)
    const preview = allCalls.getCreativeFile.path
      .replace(':id', campaign.id)
      .replace(':creativeId', creative.id)
    const headers = { authorization: `Bearer ${person.token}`, 'environment-id': person.environmentId ?? '' }
    const file = await fetch(`${person.url}${preview}`, { headers })
    expect(file.headers.get('content-type')).toBe('video/mp4')
    expect((await file.bytes()).length).toBe((await stat(clip)).size)
  })

  it('counts each event once, in its report and in the figures of ads', async () => {
    const session = await openSession(channel)
    for (let n = 0; n < 2; n++)
      for (const answer of await play(session.video)) expect(answer.status).toBe(200)
    const { breaks } = await adsOf(session)
    expect(breaks[0]?.ads[0]).toMatchObject({
      title: 'soap',
      skipAfterS: null,
      clickThroughUrl: creative.clickThroughUrl,
      events: expect.arrayContaining(['impression', 'complete', 'click']),
    })
    for (let n = 0; n < 2; n++) expect(await report(session, { break: 0, ad: 0, event: 'click' })).toBe(204)
    const one = {
      impressions: 1,
      firstQuartiles: 1,
      midpoints: 1,
      thirdQuartiles: 1,
      completes: 1,
      clicks: 1,
    }
    const counted = { ...one, currency: 'INR', spend: '0.002500001' }
    const asked = { params: { id: campaign.id }, query: { from: today(), to: today() } }
    const row = { ...counted, day: today(), creativeId: creative.id, creativeName: 'soap' }
    const expected = { items: [row], totals: [counted] }
    expect(await person.call('getCampaignReport', asked)).toEqual(expected)
    await world.kinora.sweep()
    expect(await person.call('getCampaignReport', asked)).toEqual(expected)
    expect(await world.sql('SELECT count(*)::int AS n FROM campaign_events')).toEqual([{ n: 0 }])
    expect(await getCampaign(campaign.id)).toMatchObject({ impressions: 1 })
    const { decisions } = await world.owner.call('getAdSession', {
      params: { id: channel.id, sessionId: session.sessionId },
    })
    expect(decisions).toMatchObject([
      { reason: null, offered: [{ campaignId: campaign.id, adSystem: 'Kinora' }] },
    ])
    await world.sql('DELETE FROM ad_sessions')
    expect(await person.call('getCampaignReport', asked)).toEqual(expected)
    const longest = { ...asked, query: { from: '2024-01-01', to: '2026-01-01' } }
    expect((await person.try('getCampaignReport', longest)).status).toBe(400)
  })

  it('fills a break after an empty answer of an ad server, which is counted', async () => {
    const emptyAnswers = async () => {
      const range = { from: daysFromNow(-1), to: daysFromNow(1) }
      const query = { ...range, metrics: ['empty-answers', 'ad-breaks', 'ad-requests-empty'] as const }
      const { items } = await world.owner.call('getTotals', {
        query: { ...query, metrics: [...query.metrics] },
      })
      return items.map(({ total }) => total)
    }
    // No ad server was asked about the earlier breaks.
    await expect.poll(emptyAnswers).toEqual([0, 1, 0])
    const params = { id: channel.id }
    const prerollAdTagUrl = adServer.offer('/empty')
    await world.owner.call('updateAdChannel', { params, body: { prerollAdTagUrl } })
    await expect
      .poll(async () => {
        const { sessionId } = await openSession(channel)
        const { decisions } = await world.owner.call('getAdSession', {
          params: { id: channel.id, sessionId },
        })
        return decisions.map(({ reason, offered, exchanges }) => [reason, offered.length, exchanges.length])
      })
      .toEqual([[null, 1, 1]])
    await expect.poll(emptyAnswers).toEqual([1, expect.any(Number), 1])
    await world.owner.call('updateAdChannel', { params, body: { prerollAdTagUrl: null } })
  })

  it('has its name in the figures of ads', async () => {
    expect(await namesInFigures()).toEqual([[campaign.id, 'soap']])
    const range = { from: daysFromNow(-1), to: daysFromNow(1) }
    const { items } = await world.owner.call('getFilterValues', {
      query: { ...range, dimension: 'campaign', phrase: 'SOA' },
    })
    expect(items).toMatchObject([{ value: campaign.id, name: 'soap' }])
  })

  it('respects its frequency cap', async () => {
    const params = { id: campaign.id }
    await person.call('updateCampaign', { params, body: { viewerViews: 2, viewerHours: 1 } })
    const adsSeen = async () => {
      const session = await openSession(channel)
      await play(session.video)
      return (await adsOf(session)).breaks.flatMap(({ ads }) => ads).length
    }
    await expect.poll(adsSeen, { timeout: patient(20_000), interval: 600 }).toBe(0)
    clock.advance(3700)
    expect([await adsSeen(), await adsSeen(), await adsSeen()]).toEqual([1, 1, 0])
    clock.advance(3700)
    await person.call('updateCampaign', { params, body: { viewerViews: null } })
  })

  it('ends when all its impressions are delivered', async () => {
    const params = { id: campaign.id }
    const { impressions } = await getCampaign(campaign.id)
    await person.call('updateCampaign', { params, body: { totalImpressions: impressions + 1 } })
    const playOnce = async () => {
      await play((await openSession(channel)).video)
      return (await getCampaign(campaign.id)).state
    }
    await expect.poll(playOnce).toBe('ended')
    expect(await getCampaign(campaign.id)).toMatchObject({ impressions: impressions + 1 })
    await untilTried([])
    await person.call('updateCampaign', { params, body: { totalImpressions: null } })
    await untilTried([['soap', null]])
  })

  it('is not shown while it is paused or its advertiser is disabled', async () => {
    const params = { id: campaign.id }
    expect(await person.call('pauseCampaign', { params })).toMatchObject({ state: 'paused', enabled: false })
    await untilTried([])
    expect(await person.call('resumeCampaign', { params })).toMatchObject({ state: 'active' })
    const { advertiserId: id } = campaign
    await world.owner.call('updateAdvertiser', { params: { id }, body: { enabled: false } })
    expect(await getCampaign(campaign.id)).toMatchObject({ state: 'paused', enabled: true })
    await untilTried([])
    await world.owner.call('updateAdvertiser', { params: { id }, body: { enabled: true } })
    await untilTried([['soap', null]])
  })

  it('is shown only to its target viewers and in its target content', async () => {
    const params = { id: campaign.id }
    await person.call('updateCampaign', {
      params,
      body: { countries: ['IN'], deviceTypes: ['tv'], tags: ['cricket'] },
    })
    await untilTried([])
    expect(await tried({ country: 'IN', deviceType: 'phone' })).toEqual([])
    expect(await tried({ country: 'IN', deviceType: 'tv' })).toEqual([['soap', null]])
    await person.call('updateCampaign', {
      params,
      body: { countries: [], deviceTypes: [], tags: ['football'] },
    })
    await untilTried([])
    const channelIds = [channel.id]
    await world.owner.call('updateCampaign', {
      params,
      body: { tags: [], channelIds, streamIds: [world.content.id] },
    })
    await untilTried([['soap', null]])
    expect((await getCampaign(campaign.id)).channelIds).toEqual([])
  })
})

describe('a creative', () => {
  it('needs a new review only after a change of its file or landing page', async () => {
    const params = { id: campaign.id, creativeId: creative.id }
    const change = (body: object) => person.call('updateCampaignCreative', { params, body })
    expect(await change({ name: 'Foam', skipAfterS: 5 })).toMatchObject({ name: 'Foam', state: 'approved' })
    const stale = await review(creative, true)
    clock.advance(1)
    const changed = await change({ clickThroughUrl: `${adServer.url}/other.html` })
    expect(changed).toMatchObject({ state: 'waiting', reviewedBy: null })
    await untilTried([])
    const { items } = await world.owner.call('listCreativeReviews', { query: {} })
    expect(items).toMatchObject([{ id: creative.id, advertiserName: 'Soap & Co', campaignName: 'soap' }])
    const body = { approved: true, submittedAt: stale.submittedAt }
    expect((await world.owner.try('reviewCampaignCreative', { params, body })).status).toBe(409)
    expect(await review(changed, false, 'The page does not open')).toMatchObject({
      state: 'rejected',
      reason: 'The page does not open',
    })
    expect(await getCampaign(campaign.id)).toMatchObject({ state: 'draft' })
    expect(await review(changed, true)).toMatchObject({ state: 'approved', reason: null })
    await untilTried([['Foam', null]])
    const events = await world.owner.call('listEvents', {
      query: { type: ['video.campaign_creative.rejected'] },
    })
    expect(events.items).toMatchObject([
      { data: { reason: 'The page does not open', campaignId: campaign.id } },
    ])
  })

  it('needs a new review if the file at its URL changes', async () => {
    const params = { id: campaign.id, creativeId: creative.id }
    const other = await makeClip(
      join(world.folder, 'other.mp4'),
      ...pattern(2, '320x180'),
      ...h264,
      '-c:a',
      'aac',
    )
    adServer.ad('soap', other)
    clock.advance(DAY_S + 1)
    await untilTried([])
    const { items } = await world.owner.call('listCreativeReviews', { query: {} })
    expect(items).toMatchObject([{ id: creative.id, state: 'waiting', durationS: 2 }])
    adServer.ad('soap', clip)
    const changed = await person.call('listCampaignCreatives', { params: { id: params.id } })
    await review(changed.items[0] as CampaignCreative, true)
    await untilTried([['Foam', null]])
    clock.advance(DAY_S + 1)
    await untilTried([])
    await review(
      (await world.owner.call('listCreativeReviews', { query: {} })).items[0] as CampaignCreative,
      true,
    )
    await untilTried([['Foam', null]])
  })

  it('cannot be a file in a private network', async () => {
    const body = { name: 'Inside', mediaUrl: 'http://169.254.169.254/latest.mp4' }
    const answer = await person.try('createCampaignCreative', { params: { id: campaign.id }, body })
    expect(answer).toMatchObject({ status: 422, body: { type: '/problems/url-not-allowed' } })
  })
})

describe('a channel', () => {
  it('shows campaigns after ads of its ad server, before them, or not at all', async () => {
    const params = { id: channel.id }
    const update = (body: object) => world.owner.call('updateAdChannel', { params, body })
    const prerollAdTagUrl = adServer.offer('/preroll', adServer.ad('tea', clip, { seconds: 1 }))
    await update({ prerollAdTagUrl, maxPrerollDurationS: 10 })
    const tea = ['Advertisement tea', null]
    await untilTried([tea, ['Foam', null]])
    await update({ campaigns: 'first' })
    expect(await tried()).toEqual([['Foam', null], tea])
    // The log has the reason for which the campaign does not fit into the break.
    await update({ campaigns: 'rest', maxPrerollDurationS: 1 })
    expect(await tried()).toEqual([tea, ['Foam', 'too-long']])
    await update({ campaigns: 'none', maxPrerollDurationS: 10 })
    expect(await tried()).toEqual([tea])
    await update({ prerollAdTagUrl: null })
    expect(await tried()).toEqual([])
    await update({ campaigns: 'rest' })
    expect(await tried()).toEqual([['Foam', null]])
  })

  it('shows house ads only if no campaign fits', async () => {
    adServer.ad('house', clip)
    const houseAdUrls = [`${adServer.url}/house.mp4`]
    await world.owner.call('updateAdChannel', { params: { id: channel.id }, body: { houseAdUrls } })
    expect(await tried()).toEqual([['Foam', null]])
  })

  it('shows no ads of a deleted campaign, and its reports are deleted', async () => {
    const params = { id: campaign.id }
    const session = await openSession(channel)
    await person.call('deleteCampaign', { params })
    // A viewer with an open session still sees it.
    for (const answer of await play(session.video)) expect(answer.status).toBe(200)
    await world.kinora.sweep()
    await expect.poll(namesInFigures).toContainEqual([campaign.id, null])
    expect(await world.sql('SELECT count(*)::int AS n FROM campaign_days')).toEqual([{ n: 0 }])
    expect(await world.sql('SELECT count(*)::int AS n FROM campaign_events')).toEqual([{ n: 0 }])
  })
})
