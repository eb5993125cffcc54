import { readFile } from 'node:fs/promises'
import type { SocialAccount } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { movableClock } from '../../../testing/clock.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { connectChannel, endOfPost, postTo, socialEnv } from '../../../testing/social/accounts.ts'
import { atEach } from '../../../testing/social/network-server.ts'
import { openYoutubeServer, type YoutubeServer } from '../../../testing/social/youtube-server.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const clock = movableClock()
let youtube: YoutubeServer
let world: World
let owner: Client
let account: SocialAccount

beforeAll(async () => {
  youtube = await openYoutubeServer(clock.now)
  world = await openWorld({ clock, env: socialEnv({ youtube }) })
  owner = world.owner
  account = await connectChannel(owner, youtube)
})
afterAll(async () => {
  await world.end()
  await youtube.end()
})

describe('a post', () => {
  it('is at YouTube exactly once, with the bytes of the video', async () => {
    const post = await postTo(owner, world.content.id, account, {
      text: 'Three days early.',
      tags: ['rain', 'news'],
    })
    expect(post).toMatchObject({
      state: 'scheduled',
      accountName: 'Deccan News',
      contentTitle: world.content.title,
    })
    const ended = await endOfPost(owner, clock, post)
    expect(ended).toMatchObject({ state: 'published', detail: null })
    const { remoteId, url } = ended
    expect(youtube.videos).toMatchObject([
      {
        id: remoteId,
        title: 'Monsoon reaches Kerala',
        description: 'Three days early.',
        tags: ['rain', 'news'],
        privacy: 'public',
      },
    ])
    expect(url).toBe(`https://www.youtube.com/watch?v=${remoteId}`)
    expect(youtube.videos[0]?.bytes.equals(await readFile(world.clip))).toBe(true)
    expect(youtube.violations).toEqual([])
    const { items } = await owner.call('listSocialUploads', { params: { id: world.content.id } })
    expect(items.map(({ id }) => id)).toEqual([post.id])
  })
})

describe('a scheduled post', () => {
  const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString()
  const stateOf = async ({ id }: { readonly id: string }) =>
    (await owner.call('getSocialPost', { params: { id } })).state
  /** Queues a job as the scheduler does. */
  const queueJob = ({ id }: { readonly id: string }) =>
    world.sql(
      `INSERT INTO pgboss.job (name, data, group_id, policy) VALUES ('social.post', $1, $2, 'short')`,
      [{ postId: id }, owner.environmentId],
    )
  const jobsOf =
    ({ id }: { readonly id: string }) =>
    () =>
      world.sql(`SELECT state FROM pgboss.job WHERE name = 'social.post' AND data ->> 'postId' = $1`, [id])

  it('starts at its time and not before', async () => {
    const before = youtube.videos.length
    const post = await postTo(owner, world.content.id, account, { publishAt: at(7200), zone: 'Asia/Kolkata' })
    expect(post).toMatchObject({ state: 'scheduled', zone: 'Asia/Kolkata' })
    clock.advance(7100)
    // Another post shows that the scheduler has looked.
    await endOfPost(owner, clock, await postTo(owner, world.content.id, account))
    expect(await stateOf(post)).toBe('scheduled')
    clock.advance(100)
    const { publishedAt, publishAt } = await endOfPost(owner, clock, post)
    const lateMs = Date.parse(publishedAt ?? '') - Date.parse(publishAt ?? '')
    expect(lateMs).toBeLessThan(30_000)
    expect(youtube.videos).toHaveLength(before + 2)
  })

  it('does not start if it is moved after it was queued', async () => {
    const before = youtube.videos.length
    const post = await postTo(owner, world.content.id, account, { publishAt: at(7200) })
    await queueJob(post)
    await expect.poll(jobsOf(post), { timeout: patient(20_000) }).toEqual([{ state: 'completed' }])
    expect(await stateOf(post)).toBe('scheduled')
    expect(youtube.videos).toHaveLength(before)
    await owner.call('cancelSocialPost', { params: { id: post.id } })
  })

  it('is not posted more than an hour late', async () => {
    const before = youtube.videos.length
    const post = await postTo(owner, world.content.id, account, { publishAt: at(60) })
    clock.advance(60 + 3601)
    expect(await endOfPost(owner, clock, post)).toMatchObject({
      state: 'failed',
      fault: 'time',
      reason: 'missed',
    })
    expect(youtube.videos).toHaveLength(before)
    await owner.call('publishSocialPost', { params: { id: post.id } })
    expect(await endOfPost(owner, clock, post)).toMatchObject({ state: 'published' })
    expect(youtube.videos).toHaveLength(before + 1)
  })

  it('is not posted more than an hour late if its job waited that long', async () => {
    const post = await postTo(owner, world.content.id, account, { publishAt: at(60) })
    await world.sql('UPDATE social_posts SET next_at = NULL WHERE id = $1', [post.id])
    clock.advance(60 + 3601)
    await queueJob(post)
    expect(await endOfPost(owner, clock, post)).toMatchObject({ state: 'failed', reason: 'missed' })
  })

  it('is not posted while its video is in the trash', async () => {
    const { id } = await world.copyVideo()
    const post = await postTo(owner, id, account, { publishAt: at(60) })
    await owner.call('deleteContent', { params: { id } })
    clock.advance(60)
    expect(await endOfPost(owner, clock, post)).toMatchObject({
      state: 'canceled',
      fault: 'video',
      reason: 'video-gone',
    })
  })

  it('is changed, kept as a draft and canceled', async () => {
    const before = youtube.videos.length
    const post = await postTo(owner, world.content.id, account, { publishAt: at(7200) })
    const body = { accountId: account.id, title: 'Other words', isDraft: true }
    const params = { id: post.id }
    expect(await owner.call('updateSocialPost', { params, body })).toMatchObject({
      state: 'draft',
      title: 'Other words',
      publishAt: null,
      nextTryAt: null,
    })
    expect(await owner.call('cancelSocialPost', { params })).toMatchObject({ state: 'canceled' })
    expect((await owner.try('updateSocialPost', { params, body })).body).toMatchObject({
      type: '/problems/social-post-begun',
    })
    const late = await owner.try('createSocialUpload', {
      params: { id: world.content.id },
      body: { accountId: account.id, title: 'Too late', publishAt: at(400 * 86_400) },
    })
    expect(late.body).toMatchObject({ type: '/problems/social-time' })
    expect(youtube.videos).toHaveLength(before)
  })

  it('is not opened again beside 1000 others', async () => {
    const post = await postTo(owner, world.content.id, account, { publishAt: at(7200) })
    const params = { id: post.id }
    await world.sql(
      `INSERT INTO social_posts
       SELECT (jsonb_populate_record(post, jsonb_build_object('id', gen_random_uuid(), 'account_name', 'Copy'))).*
       FROM social_posts post, generate_series(1, 1000) WHERE id = $1`,
      [post.id],
    )
    await owner.call('cancelSocialPost', { params })
    expect((await owner.try('publishSocialPost', { params })).body).toMatchObject({
      type: '/problems/social-post-limit',
    })
    await world.sql(`DELETE FROM social_posts WHERE account_name = 'Copy'`)
  })

  it('ends with its video', async () => {
    const { id } = await world.copyVideo()
    const post = await postTo(owner, id, account, { publishAt: at(7200) })
    await owner.call('deleteContent', { params: { id }, query: { permanently: true } })
    expect(await endOfPost(owner, clock, post)).toMatchObject({
      state: 'canceled',
      reason: 'video-gone',
      contentTitle: null,
    })
  })
})

describe('at YouTube', () => {
  it('a post is processed before it is published, and may stay private', async () => {
    youtube.firstStatus = 'uploaded'
    youtube.isAudited = false
    const post = await postTo(owner, world.content.id, account)
    await expect
      .poll(() => owner.call('getSocialPost', { params: { id: post.id } }), { timeout: patient(20_000) })
      .toMatchObject({ state: 'processing', remoteId: expect.any(String), url: null })
    expect((await owner.try('cancelSocialPost', { params: { id: post.id } })).body).toMatchObject({
      type: '/problems/social-post-sent',
    })
    for (const video of youtube.videos) video.status = 'processed'
    expect(await endOfPost(owner, clock, post)).toMatchObject({ state: 'published', reason: 'private-only' })
    youtube.firstStatus = 'rejected'
    expect(await endOfPost(owner, clock, await postTo(owner, world.content.id, account))).toMatchObject({
      state: 'failed',
      fault: 'video',
      reason: 'processing-failed',
      detail: 'rejected',
    })
    youtube.firstStatus = 'processed'
    youtube.isAudited = true
  })

  it.each([
    ['a title of 101 characters', { title: '🌧'.repeat(101) }],
    ['a title with <', { title: 'Rain <live>' }],
    ['no title', { title: '' }],
  ])('%s is refused in its words', async (_what, change) => {
    const post = await endOfPost(owner, clock, await postTo(owner, world.content.id, account, change))
    expect(post).toMatchObject({ state: 'failed', fault: 'video', reason: 'refused-video' })
    expect(post.detail).toContain('invalid or empty video title')
  })

  it('a title of 100 emoji is accepted', async () => {
    const title = '🌧'.repeat(100)
    expect(
      await endOfPost(owner, clock, await postTo(owner, world.content.id, account, { title })),
    ).toMatchObject({
      state: 'published',
      title,
    })
    expect(youtube.violations).toEqual([])
  })
})

describe('posts to several accounts', () => {
  it('are created together, each with its own words, or none of them', async () => {
    const before = youtube.videos.length
    const sport = await connectChannel(owner, youtube, 'UCsport')
    const post = (accountId: string, title: string) => ({
      contentId: world.content.id,
      accountId,
      title,
      privacy: 'unlisted' as const,
    })
    const posts = [post(account.id, 'Rain'), post(sport.id, 'Rain stops play')]
    const { items } = await owner.call('createSocialPosts', { body: { posts } })
    for (const each of items)
      expect(await endOfPost(owner, clock, each)).toMatchObject({ state: 'published' })
    expect(
      youtube.videos
        .slice(before)
        .map(({ channelId, title }) => `${channelId} ${title}`)
        .sort(),
    ).toEqual(['UCdeccan Rain', 'UCsport Rain stops play'])
    const unknown = { ...post(account.id, 'Never'), contentId: sport.id }
    expect((await owner.try('createSocialPosts', { body: { posts: [...posts, unknown] } })).status).toBe(404)
    expect(youtube.videos).toHaveLength(before + 2)
    const { items: all } = await owner.call('listSocialPosts', { query: { phrase: 'Never' } })
    expect(all).toEqual([])
  })
})

describe('the calendar', () => {
  it('has the posts of a time range, without its end', async () => {
    const publishAt = new Date(clock.now().getTime() + 40 * 24 * 3_600_000).toISOString()
    const post = await postTo(owner, world.content.id, account, { title: 'Far away', publishAt })
    const titlesIn = async (query: { from?: string; to?: string }) =>
      (await owner.call('listSocialPosts', { query: { ...query, phrase: 'Far away' } })).items.map(
        ({ title, shownAt }) => [title, shownAt],
      )
    const after = new Date(new Date(publishAt).getTime() + 1).toISOString()
    expect(await titlesIn({ from: publishAt, to: after })).toEqual([['Far away', publishAt]])
    expect(await titlesIn({ to: publishAt })).toEqual([])
    expect(await titlesIn({ from: after })).toEqual([])
    await owner.call('cancelSocialPost', { params: { id: post.id } })
  })
})

describe('the thumbnail and the captions of a video', () => {
  const extras = { withThumbnail: true, withCaptions: true }
  const postedWithExtras = async (contentId = world.content.id) =>
    endOfPost(owner, clock, await postTo(owner, contentId, account, extras))
  const last = () => youtube.videos.at(-1)

  beforeAll(async () => {
    const params = { id: world.content.id }
    const text = '1\n00:00:00,500 --> 00:00:01,500\nवर्षा जल्दी आई\n'
    const body = { name: 'हिन्दी', languageCode: 'hi', closedCaptions: false, text }
    const { id } = await owner.call('createSubtitle', { params, body })
    await owner.call('publishSubtitles', { params, body: { draftsToPublish: [id] } })
  })

  it('follow it to YouTube, once also after faults', async () => {
    youtube.fault = atEach(['thumbnail', 'captions'], 'lost', 'unavailable')
    const before = youtube.videos.length
    expect(await postedWithExtras()).toMatchObject({
      state: 'published',
      detail: null,
      extras: [
        { kind: 'thumbnail', languageCode: null, state: 'sent', detail: null },
        { kind: 'captions', languageCode: 'hi', state: 'sent', detail: null },
      ],
    })
    expect(youtube.videos).toHaveLength(before + 1)
    expect(last()?.thumbnail?.readUInt16BE(0)).toBe(0xff_d8)
    expect(last()?.captions).toMatchObject([
      { language: 'hi', name: 'हिन्दी', text: expect.stringContaining('वर्षा जल्दी आई') },
    ])
    expect(youtube.violations).toEqual([])
  })

  it.each([
    ['forbidden', "The authenticated user doesn't have permissions to do this for the video. (forbidden)"],
    ['quota', 'The request cannot be completed because you have exceeded your quota. (quotaExceeded)'],
    ['html', 'the network answered 200 with something that is not understood'],
  ] as const)('leave it published if they fail, which is said (%s)', async (fault, detail) => {
    youtube.fault = (step) => (step === 'thumbnail' || step === 'captions' ? fault : null)
    const before = youtube.videos.length
    expect(await postedWithExtras()).toMatchObject({
      state: 'published',
      fault: null,
      extras: [
        { kind: 'thumbnail', state: 'failed', detail },
        { kind: 'captions', state: 'failed', detail },
      ],
    })
    expect(youtube.videos).toHaveLength(before + 1)
    youtube.fault = () => null
  })

  it('do not take back the video if its account is disconnected before they are sent', async () => {
    youtube.fault = atEach(['thumbnail'], 'unavailable')
    const [before, sent] = [youtube.videos.length, youtube.steps.length]
    const weather = await connectChannel(owner, youtube, 'UCweather')
    const { id } = await postTo(owner, world.content.id, weather, extras)
    const load = () => owner.call('getSocialPost', { params: { id } })
    const isWaiting = async () => {
      const { nextTryAt } = await load()
      if (youtube.steps.slice(sent).includes('thumbnail')) return nextTryAt !== null
      if (nextTryAt !== null) clock.advance(Math.max(Date.parse(nextTryAt) - clock.now().getTime(), 0) / 1000)
      return false
    }
    await expect.poll(isWaiting, { timeout: patient(20_000) }).toBe(true)
    await owner.call('deleteSocialAccount', { params: { id: weather.id } })
    expect(await load()).toMatchObject({
      state: 'published',
      remoteId: youtube.videos.at(-1)?.id,
      extras: [
        { kind: 'thumbnail', state: 'failed' },
        { kind: 'captions', state: 'failed' },
      ],
    })
    expect(youtube.videos).toHaveLength(before + 1)
  })

  it('are missing if the video has none, or no access to captions was allowed', async () => {
    const { id } = await world.copyVideo()
    expect((await postedWithExtras(id)).extras).toContainEqual({
      kind: 'captions',
      languageCode: null,
      state: 'missing',
      detail: null,
    })
    youtube.allowed = ['youtube.upload', 'youtube.readonly']
      .map((name) => `https://www.googleapis.com/auth/${name}`)
      .join(' ')
    account = await connectChannel(owner, youtube)
    expect((await postedWithExtras()).extras).toMatchObject([
      { kind: 'thumbnail', state: 'sent' },
      { kind: 'captions', state: 'failed', detail: expect.stringContaining('insufficientPermissions') },
    ])
    youtube.allowed = null
  })
})
