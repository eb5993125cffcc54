// Slow: posts videos in parts to five networks again and again.
import type { SocialAccount, SocialNetwork } from '@kinora/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { movableClock } from '../../../testing/clock.ts'
import { connectTo, endOfPost, enlarge, postTo, socialEnv } from '../../../testing/social/accounts.ts'
import { type FacebookServer, openFacebookServer } from '../../../testing/social/facebook-server.ts'
import {
  type InstagramFault,
  type InstagramServer,
  type InstagramStep,
  openInstagramServer,
} from '../../../testing/social/instagram-server.ts'
import { type LinkedinServer, openLinkedinServer } from '../../../testing/social/linkedin-server.ts'
import { atEach } from '../../../testing/social/network-server.ts'
import {
  openTiktokServer,
  type TiktokFault,
  type TiktokServer,
  type TiktokStep,
} from '../../../testing/social/tiktok-server.ts'
import { openVimeoServer, type VimeoServer } from '../../../testing/social/vimeo-server.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const MIB = 1024 ** 2
const clock = movableClock()
let linkedin: LinkedinServer
let tiktok: TiktokServer
let facebook: FacebookServer
let instagram: InstagramServer
let vimeo: VimeoServer
let world: World
let owner: Client
const accounts = new Map<SocialNetwork, SocialAccount>()
/** Sent in two parts to LinkedIn and Facebook. */
let video: { readonly id: string; readonly bytes: Buffer }
/** Sent in two parts to TikTok and Vimeo. */
let largeVideo: { readonly id: string; readonly bytes: Buffer }

beforeAll(async () => {
  linkedin = await openLinkedinServer(clock.now)
  tiktok = await openTiktokServer(clock.now)
  facebook = await openFacebookServer(clock.now)
  instagram = await openInstagramServer(clock.now)
  vimeo = await openVimeoServer(clock.now)
  const servers = { linkedin, tiktok, facebook, instagram, vimeo }
  world = await openWorld({ clock, env: socialEnv(servers) })
  owner = world.owner
  for (const network of ['linkedin', 'tiktok', 'facebook', 'instagram', 'vimeo'] as const)
    accounts.set(network, await connectTo(owner, network, servers[network]))
  video = await copyOf(5)
  largeVideo = await copyOf(10)
})
afterAll(async () => {
  await world.end()
  await Promise.all([linkedin.end(), tiktok.end(), facebook.end(), instagram.end(), vimeo.end()])
})
beforeEach(() => {
  for (const server of [linkedin, tiktok, facebook, instagram, vimeo]) server.fault = () => null
  linkedin.posts.length = 0
  tiktok.posts.length = 0
  facebook.videos.length = 0
  instagram.containers.length = 0
  vimeo.videos.length = 0
})

async function copyOf(mib: number) {
  const { id } = await world.copyVideo()
  return { id, bytes: await enlarge(world.kinora.dataDir, id, mib * MIB) }
}

function accountAt(network: SocialNetwork): SocialAccount {
  return accounts.get(network) ?? expect.fail(`no account at ${network}`)
}

async function posted(network: SocialNetwork, change: Parameters<typeof postTo>[3] = {}) {
  const { id } = network === 'tiktok' || network === 'vimeo' ? largeVideo : video
  return endOfPost(owner, clock, await postTo(owner, id, accountAt(network), change))
}

/** Faults that come in turn at each request. Others are tried at YouTube: one client handles them. */
const faults = ['lost', 'unavailable'] as const

describe('a post at LinkedIn', () => {
  it('has its title, and its text with reserved characters as they were written', async () => {
    expect(accountAt('linkedin')).toMatchObject({ name: 'Ananya Rao', remoteId: 'hk2yVp9x' })
    const post = await posted('linkedin', {
      text: 'Three days early (IMD) #rain # 1',
      tags: ['monsoon_2026'],
    })
    expect(post).toMatchObject({
      state: 'published',
      url: `https://www.linkedin.com/feed/update/${post.remoteId}`,
    })
    expect(linkedin.posts).toMatchObject([
      {
        title: 'Monsoon reaches Kerala',
        commentary: 'Three days early \\(IMD\\) #rain \\# 1\n\n#monsoon\\_2026',
      },
    ])
  })

  it('is there once after faults at every request before it', async () => {
    linkedin.fault = atEach(['initialize', 'part', 'finalize', 'status'], ...faults)
    const post = await posted('linkedin')
    expect(post).toMatchObject({ state: 'published', fault: null, detail: null })
    expect(linkedin.posts.map(({ urn }) => urn)).toEqual([post.remoteId])
    expect(linkedin.posts[0]?.bytes.equals(video.bytes)).toBe(true)
    expect(linkedin.violations).toEqual([])
  })

  it('is sent in new parts if LinkedIn has forgotten the upload', async () => {
    linkedin.fault = atEach(['part'], null, 'gone')
    expect(await posted('linkedin')).toMatchObject({ state: 'published' })
    expect(linkedin.posts[0]?.bytes.equals(video.bytes)).toBe(true)
  })

  it('is unknown, and not sent again, if its own answer is lost', async () => {
    linkedin.fault = atEach(['post'], 'lost')
    const post = await posted('linkedin')
    expect(post).toMatchObject({ state: 'unknown', reason: 'lost-answer', remoteId: null })
    expect(linkedin.posts).toHaveLength(1)
    const url = 'https://www.linkedin.com/posts/ananya-rao_monsoon-ugcPost-7000000000000010-x1Yz'
    const known = await owner.call('resolveSocialPost', { params: { id: post.id }, body: { url } })
    expect(known).toMatchObject({ state: 'published', remoteId: 'urn:li:ugcPost:7000000000000010' })
  })

  it('waits as long as LinkedIn says, and for the next day if it takes no more', async () => {
    linkedin.fault = atEach(['post'], 'pace', 'too-many')
    const before = clock.now().getTime()
    expect(await posted('linkedin')).toMatchObject({ state: 'published' })
    expect(new Date(clock.now()).getUTCDate()).not.toBe(new Date(before).getUTCDate())
  })

  it('fails with the words of LinkedIn', async () => {
    linkedin.fault = atEach(['post'], 'forbidden')
    expect(await posted('linkedin')).toMatchObject({
      state: 'failed',
      fault: 'account',
      detail: 'Not enough permissions to access: posts.CREATE.20261001',
    })
    expect(linkedin.posts).toEqual([])
  })

  it('fails, and its account must be connected again, when the token is withdrawn', async () => {
    linkedin.dropTokens()
    expect(await posted('linkedin')).toMatchObject({ state: 'failed', fault: 'account', reason: 'reconnect' })
    accounts.set('linkedin', await connectTo(owner, 'linkedin', linkedin))
  })
})

describe('a post at TikTok', () => {
  it('is there once after faults at every request', async () => {
    tiktok.fault = atEach(['creator', 'part', 'last', 'status'], ...faults)
    const post = await posted('tiktok', { tags: ['monsoon'] })
    expect(post).toMatchObject({ state: 'published', fault: null, detail: null })
    expect(tiktok.posts).toMatchObject([{ id: post.remoteId, title: 'Monsoon reaches Kerala\n\n#monsoon' }])
    expect(post.url).toBe(`https://www.tiktok.com/@deccan.news/video/${post.remoteId}`)
    expect(tiktok.posts[0]?.bytes.equals(largeVideo.bytes)).toBe(true)
    expect(tiktok.violations).toEqual([])
  })

  it('begins again if the answer to its beginning is lost, after a refused token, and after a wait for its quota', async () => {
    tiktok.fault = atEach(['init'], 'lost', 'too-many', 'unauthorized', 'spam')
    expect(await posted('tiktok')).toMatchObject({ state: 'published' })
    expect(tiktok.posts).toHaveLength(1)
  })

  it('begins again if TikTok has given up an upload that is not complete', async () => {
    const given = atEach<TiktokStep, TiktokFault>(['part'], 'unavailable')
    const then = atEach<TiktokStep, TiktokFault>(['status'], 'dead')
    tiktok.fault = (step) => given(step) ?? then(step)
    expect(await posted('tiktok')).toMatchObject({ state: 'published' })
    expect(tiktok.posts).toHaveLength(1)
  })

  it('is left to a person if it is public, and TikTok gives no address for hours', async () => {
    tiktok.fault = (step) => {
      if (step !== 'status') return null
      clock.advance(5 * 3600)
      return 'hidden'
    }
    expect(await posted('tiktok')).toMatchObject({ state: 'unknown', reason: 'processing-slow' })
  })

  it('has no address if it is private', async () => {
    expect(await posted('tiktok', { privacy: 'private' })).toMatchObject({
      state: 'published',
      remoteId: expect.stringContaining('v_pub_file'),
      url: null,
    })
    expect(tiktok.posts).toMatchObject([{ privacy: 'SELF_ONLY' }])
  })

  it('is refused at once to an app that is not audited', async () => {
    tiktok.fault = (step) => (step === 'init' ? 'unaudited' : null)
    const post = await posted('tiktok')
    expect(post).toMatchObject({ state: 'failed', fault: 'video', reason: 'refused-video' })
    expect(post.detail).toContain('unaudited_client')
    expect(tiktok.posts).toEqual([])
  })
})

describe('a post at Facebook', () => {
  it('goes to one of the pages that a person allowed at once', async () => {
    const { items } = await owner.call('listSocialTargets', {})
    expect(items.filter(({ network }) => network === 'facebook').map(({ name }) => name)).toEqual([
      'Deccan News',
      'Deccan Sport',
    ])
    const [, sport] = items.filter(({ network }) => network === 'facebook')
    const post = await postTo(owner, video.id, { id: sport?.id ?? '' }, { text: 'Early', tags: ['rain'] })
    expect(await endOfPost(owner, clock, post)).toMatchObject({ state: 'published' })
    expect(facebook.videos).toMatchObject([
      { page: '2020', title: 'Monsoon reaches Kerala', description: 'Early\n\n#rain' },
    ])
  })

  it('is not connected with a code that was used before, in the words of Facebook', async () => {
    const { url } = await owner.call('connectSocialAccount', { body: { network: 'facebook' } })
    const body = { ...facebook.allow(url), code: 'used' }
    expect((await owner.try('finishSocialAccount', { body })).body).toMatchObject({
      type: '/problems/social-refused',
      detail: 'This authorization code has been used.',
    })
  })

  it('is there once after faults at every request', async () => {
    facebook.fault = atEach(['transfer', 'finish', 'status'], ...faults)
    const post = await posted('facebook')
    expect(post).toMatchObject({ state: 'published', fault: null, detail: null })
    expect(facebook.videos).toMatchObject([{ id: post.remoteId, isFinished: true }])
    expect(post.url).toBe(`https://www.facebook.com/1010/videos/${post.remoteId}/`)
    expect(facebook.videos[0]?.received.equals(video.bytes)).toBe(true)
    expect(facebook.violations).toEqual([])
  })

  it('begins again if the answer to its beginning is lost, and waits where Facebook wants that', async () => {
    facebook.fault = atEach(['start'], 'lost', 'too-many')
    expect(await posted('facebook')).toMatchObject({ state: 'published' })
    // The video of the lost answer has no bytes, and is never published.
    expect(facebook.videos.map(({ isFinished }) => isFinished)).toEqual([false, true])
  })

  it.each([
    ['upload_failed', 'complete'],
    ['ready', 'error'],
  ])('fails if Facebook says that it does not publish it (%s, %s)', async (state, publishing) => {
    const { ending } = facebook
    facebook.ending = { state, publishing }
    expect(await posted('facebook')).toMatchObject({ state: 'failed', reason: 'processing-failed' })
    facebook.ending = ending
  })

  it('fails if Facebook refuses to publish it', async () => {
    facebook.fault = atEach(['finish'], 'forbidden')
    expect(await posted('facebook')).toMatchObject({ state: 'failed', reason: 'refused-account' })
  })

  it('begins again if Facebook has forgotten the upload, or asks for bytes that are not there', async () => {
    facebook.fault = atEach(['transfer'], 'forgotten', 'beyond')
    expect(await posted('facebook')).toMatchObject({ state: 'published' })
    expect(facebook.videos.map(({ isFinished }) => isFinished)).toEqual([false, true])
  })

  it('fails if Facebook asks for the same bytes without an end', async () => {
    facebook.fault = (step) => (step === 'transfer' ? 'back' : null)
    expect(await posted('facebook')).toMatchObject({
      state: 'failed',
      fault: 'network',
      detail: 'the network kept none of the bytes',
    })
  })

  it('fails, and its page must be connected again, when the token is withdrawn', async () => {
    facebook.fault = (step) => (step === 'start' ? 'ended' : null)
    expect(await posted('facebook')).toMatchObject({ state: 'failed', fault: 'account', reason: 'reconnect' })
    facebook.fault = () => null
    const pages = async () =>
      (await owner.call('listSocialTargets', {})).items.filter(({ network }) => network === 'facebook')
    const { id } = accountAt('facebook')
    const other = (await pages()).find((page) => page.id !== id) ?? expect.fail('there is no other page')
    await owner.call('deleteSocialAccount', { params: { id: other.id } })
    const { url } = await owner.call('connectSocialAccount', { body: { network: 'facebook', accountId: id } })
    expect(await owner.call('finishSocialAccount', { body: facebook.allow(url) })).toMatchObject({
      id,
      state: 'connected',
    })
    // Pages that a person has disconnected stay so.
    expect((await pages()).map((page) => page.id)).toEqual([id])
  })

  it('has no account if a person allowed more pages than can be connected', async () => {
    for (let n = 0; n < 60; n += 1)
      facebook.morePages.push({ id: String(5000 + n), name: `Page ${n}`, tasks: ['CREATE_CONTENT'] })
    const { url } = await owner.call('connectSocialAccount', { body: { network: 'facebook' } })
    expect((await owner.try('finishSocialAccount', { body: facebook.allow(url) })).body).toMatchObject({
      type: '/problems/social-account-limit',
      detail: '61 would be added, but only 44 can be',
    })
    facebook.morePages.length = 0
  })
})

describe('a post at Instagram', () => {
  const publishedOnce = () => instagram.containers.filter(({ post: id }) => id !== null)

  it('goes to one of the accounts of the pages that a person allowed at once', async () => {
    const { items } = await owner.call('listSocialTargets', {})
    const own = items.filter(({ network }) => network === 'instagram')
    expect(own.map(({ name }) => name)).toEqual(['deccan.news', 'deccan.sport'])
    const post = await postTo(owner, video.id, { id: own[1]?.id ?? '' }, { text: 'Early', tags: ['rain'] })
    const ended = await endOfPost(owner, clock, post)
    expect(ended).toMatchObject({ state: 'published' })
    expect(ended.url).toBe(`https://www.instagram.com/reel/C${ended.remoteId}/`)
    expect(instagram.containers).toMatchObject([
      { account: '17841400000000002', caption: 'Monsoon reaches Kerala\n\nEarly\n\n#rain' },
    ])
  })

  it('is there once after faults at every request', async () => {
    instagram.fault = atEach(['upload', 'status', 'publish', 'media', 'permalink'], ...faults)
    const post = await posted('instagram')
    expect(post).toMatchObject({ state: 'published', fault: null, detail: null })
    expect(publishedOnce()).toMatchObject([{ post: post.remoteId }])
    expect(publishedOnce()[0]?.received.equals(video.bytes)).toBe(true)
    expect(instagram.violations).toEqual([])
  })

  it('goes on where an upload broke off', async () => {
    instagram.fault = atEach(['upload'], 'cut', 'broken')
    expect(await posted('instagram')).toMatchObject({ state: 'published' })
    expect(instagram.containers).toHaveLength(1)
    expect(instagram.containers[0]?.received.equals(video.bytes)).toBe(true)
    expect(instagram.violations).toEqual([])
  })

  it('begins again if the answer to its beginning is lost, or Instagram gives the upload up', async () => {
    instagram.fault = atEach(['create'], 'lost')
    const dead = atEach<InstagramStep, InstagramFault>(['upload'], 'dead')
    const lost = instagram.fault
    instagram.fault = (step, n) => lost(step, n) ?? dead(step)
    const post = await posted('instagram')
    expect(post).toMatchObject({ state: 'published' })
    expect(instagram.containers.map(({ post: id }) => id)).toEqual([null, null, post.remoteId])
  })

  it('waits until its container is ready, and for a quota', async () => {
    instagram.fault = atEach(['publish'], 'not-ready', 'quota')
    expect(await posted('instagram')).toMatchObject({ state: 'published' })
    expect(publishedOnce()).toHaveLength(1)
  })

  it('is found if the answer to its publishing is lost', async () => {
    instagram.fault = atEach(['publish'], 'lost')
    const post = await posted('instagram')
    expect(post).toMatchObject({ state: 'published', remoteId: publishedOnce()[0]?.post })
    expect(publishedOnce()).toHaveLength(1)
  })

  it('fails in the words of Instagram', async () => {
    instagram.ending = 'ERROR'
    expect(await posted('instagram')).toMatchObject({
      state: 'failed',
      reason: 'processing-failed',
      detail: 'Error: Media upload has failed with error code 2207026',
    })
    instagram.ending = 'FINISHED'
    instagram.fault = atEach(['create'], 'forbidden')
    expect(await posted('instagram')).toMatchObject({ state: 'failed', reason: 'refused-account' })
    expect(publishedOnce()).toEqual([])
  })
})

describe('a post at Vimeo', () => {
  it('is there once after faults at every request', async () => {
    vimeo.fault = atEach(['part', 'ask', 'last', 'show', 'status'], ...faults)
    const post = await posted('vimeo', { privacy: 'unlisted' })
    expect(post).toMatchObject({ state: 'published', fault: null, detail: null })
    expect(vimeo.videos).toMatchObject([
      { id: post.remoteId, name: 'Monsoon reaches Kerala', view: 'unlisted' },
    ])
    expect(post.url).toBe(`https://vimeo.com/${post.remoteId}`)
    expect(vimeo.videos[0]?.received.equals(largeVideo.bytes)).toBe(true)
    expect(vimeo.violations).toEqual([])
  })

  it('is seen by nobody if Vimeo refuses its audience', async () => {
    vimeo.fault = (step) => (step === 'show' ? 'plan' : null)
    expect(await posted('vimeo', { privacy: 'unlisted' })).toMatchObject({
      state: 'failed',
      detail: 'Your plan has no unlisted videos.',
      remoteId: vimeo.videos[0]?.id,
    })
    expect(vimeo.videos).toMatchObject([{ view: 'nobody' }])
  })

  it('begins again if the answer to its beginning is lost, and waits for its quota', async () => {
    vimeo.fault = atEach(['create'], 'lost', 'quota', 'too-many')
    const post = await posted('vimeo')
    expect(post).toMatchObject({ state: 'published' })
    expect(vimeo.videos.filter(({ received }) => received.length > 0)).toMatchObject([{ id: post.remoteId }])
  })
})
