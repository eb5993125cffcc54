// Slow: encodes ads.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AdChannel, allCalls, type CampaignCreative } from '@kinora/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAdServer, type TestAdServer } from '../../testing/ad-server.ts'
import { newCampaign } from '../../testing/ads/campaigns.ts'
import { adsOf, openSession } from '../../testing/ads/viewer.ts'
import { h264, makeClip, pattern } from '../../testing/clips.ts'
import { movableClock } from '../../testing/clock.ts'
import { eventually } from '../../testing/machine/eventually.ts'
import { openWorld, type World } from '../../testing/world.ts'

const clock = movableClock()
let world: World
let adServer: TestAdServer
let channel: AdChannel
let campaignId: string
let reviewed: string
let other: string

beforeAll(async () => {
  adServer = await openAdServer()
  world = await openWorld({ clock })
  const encode = (name: string, seconds: number) =>
    makeClip(join(world.folder, name), ...pattern(seconds, '320x180'), ...h264, '-c:a', 'aac')
  reviewed = await encode('reviewed.mp4', 1)
  other = await encode('other.mp4', 2)
  campaignId = await newCampaign(world)
  const body = { name: 'Evening', streamId: world.content.id, preroll: true, adServerTimeoutMs: 3000 }
  channel = await world.owner.call('createAdChannel', { body })
})
afterAll(async () => {
  await world?.end()
  await adServer?.close()
})

const hashOf = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

async function submit(name: string): Promise<CampaignCreative> {
  adServer.ad(name, reviewed)
  const body = { name, mediaUrl: `${adServer.url}/${name}.mp4` }
  return world.owner.call('createCampaignCreative', { params: { id: campaignId }, body })
}

async function current(id: string): Promise<CampaignCreative> {
  const { items } = await world.owner.call('listCampaignCreatives', { params: { id: campaignId } })
  return items.find((each) => each.id === id) as CampaignCreative
}

async function preview({ id }: CampaignCreative): Promise<string> {
  const path = allCalls.getCreativeFile.path.replace(':id', campaignId).replace(':creativeId', id)
  const { token, environmentId, url } = world.owner
  const headers = { authorization: `Bearer ${token}`, 'environment-id': environmentId ?? '' }
  const answer = await fetch(`${url}${path}`, { headers })
  return createHash('sha256')
    .update(await answer.bytes())
    .digest('hex')
}

const review = (creative: CampaignCreative, more: object = {}) =>
  world.owner.try('reviewCampaignCreative', {
    params: { id: campaignId, creativeId: creative.id },
    body: { approved: true, submittedAt: creative.submittedAt, ...more },
  })

const shown = async () =>
  (await adsOf(await openSession(channel))).breaks.flatMap(({ ads }) => ads.map(({ title }) => title))

const remove = (creativeId: string) =>
  world.owner.call('deleteCampaignCreative', { params: { id: campaignId, creativeId } })

it('is fetched when it is submitted, and previewed from the copy', async () => {
  const creative = await submit('soap')
  await eventually(async () => expect((await current(creative.id)).fileHash).toBe(await hashOf(reviewed)))
  adServer.ad('soap', other)
  expect(await preview(creative)).toBe(await hashOf(reviewed))
  expect((await review(creative, { fileHash: await hashOf(other) })).status).toBe(409)
  await remove(creative.id)
})

it('that is replaced after its review and before its first download is not shown', async () => {
  const creative = await submit('milk')
  expect(await preview(creative)).toBe(await hashOf(reviewed))
  expect((await review(creative, { fileHash: await hashOf(reviewed) })).status).toBe(200)
  adServer.ad('milk', other)
  await eventually(async () => {
    expect(await shown()).toEqual([])
    expect(await current(creative.id)).toMatchObject({ state: 'waiting', fileHash: await hashOf(other) })
  })
  const { items } = await world.owner.call('listEvents', {
    query: { type: ['video.campaign_creative.submitted'] },
  })
  expect(items.filter(({ object }) => object.id === creative.id)).toHaveLength(2)
  expect((await world.owner.call('listCreativeReviews', { query: {} })).items).toMatchObject([
    { id: creative.id },
  ])
  expect((await review(creative)).status).toBe(409)
  expect(await preview(creative)).toBe(await hashOf(other))
  expect((await review(await current(creative.id))).status).toBe(200)
  await eventually(async () => expect(await shown()).toEqual(['milk']))
  await remove(creative.id)
})

it('that was encoded before its review is shown only if it is the reviewed one', async () => {
  const first = await submit('tea')
  expect((await review(first)).status).toBe(200)
  await eventually(async () => expect(await shown()).toEqual(['tea']))
  await remove(first.id)
  adServer.ad('tea', other)
  const body = { name: 'tea', mediaUrl: first.mediaUrl }
  const second = await world.owner.call('createCampaignCreative', { params: { id: campaignId }, body })
  await eventually(async () => expect((await current(second.id)).fileHash).toBe(await hashOf(other)))
  expect((await review(second)).status).toBe(200)
  await eventually(async () => expect(await shown()).toEqual([]))
  clock.advance(61)
  await eventually(async () => expect(await shown()).toEqual(['tea']))
  expect(await current(second.id)).toMatchObject({ state: 'approved', durationS: 2 })
  await remove(second.id)
})

it('that cannot be loaded cannot be approved', async () => {
  const body = { name: 'gone', mediaUrl: `${adServer.url}/gone.mp4` }
  const creative = await world.owner.call('createCampaignCreative', { params: { id: campaignId }, body })
  expect(await review(creative)).toMatchObject({
    status: 422,
    body: { type: '/problems/creative-unreachable' },
  })
  expect((await review(creative, { approved: false })).status).toBe(200)
})

it('leaves no copy when its campaign is deleted', async () => {
  const creative = await submit('rice')
  await eventually(async () => expect((await current(creative.id)).fileHash).not.toBeNull())
  const folder = join(world.kinora.dataDir, 'storage/objects/campaigns', world.owner.environmentId ?? '')
  const files = async () =>
    (await readdir(join(folder, campaignId), { recursive: true }).catch(() => [])).length
  expect(await files()).toBeGreaterThan(0)
  await world.owner.call('deleteCampaign', { params: { id: campaignId } })
  await eventually(async () => expect(await files()).toBe(0))
})
