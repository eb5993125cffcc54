// Slow: posts a video in two parts again and again.
import type { SocialAccount } from '@kinora/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { movableClock } from '../../../testing/clock.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { connectChannel, endOfPost, enlarge, postTo, socialEnv } from '../../../testing/social/accounts.ts'
import { atEach } from '../../../testing/social/network-server.ts'
import {
  openYoutubeServer,
  type YoutubeServer,
  type YoutubeStep,
} from '../../../testing/social/youtube-server.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const MIB = 1024 ** 2
const clock = movableClock()
let youtube: YoutubeServer
let world: World
let worker: TestKinora
let owner: Client
let account: SocialAccount
let contentId: string
let bytes: Buffer

beforeAll(async () => {
  youtube = await openYoutubeServer(clock.now)
  world = await openWorld({ clock, env: { ...socialEnv({ youtube }), ROLES: 'web,delivery' } })
  worker = await startWorker()
  owner = world.owner
  account = await connectChannel(owner, youtube)
  contentId = (await world.copyVideo()).id
  // It is sent in two parts.
  bytes = await enlarge(world.kinora.dataDir, contentId, 9 * MIB)
})
afterAll(async () => {
  await worker.stop()
  await world.end()
  await youtube.end()
})
beforeEach(() => {
  youtube.fault = () => null
  youtube.beforeAnswer = () => undefined
  youtube.videos.length = 0
})

const startWorker = () =>
  startTestKinora({
    clock,
    env: { ...socialEnv({ youtube }), ROLES: 'worker' },
    beside: world.kinora,
  })

async function posted() {
  return endOfPost(owner, clock, await postTo(owner, contentId, account))
}

function expectOnce(remoteId: string | null) {
  expect(youtube.videos.map(({ id }) => id)).toEqual([remoteId])
  expect(youtube.videos[0]?.bytes.equals(bytes)).toBe(true)
  expect(youtube.violations).toEqual([])
}

describe('a fault at every request', () => {
  const steps = ['begin', 'chunk', 'ask', 'last', 'listing'] as const

  it.each(['cut', 'lost', 'unavailable', 'html', 'redirect', 'huge', 'unauthorized'] as const)(
    '(%s) leaves one post',
    async (fault) => {
      // A part that is cut is asked for, also where the fault itself does not make Kinora ask.
      const cut = atEach<YoutubeStep, 'cut'>(['chunk'], 'cut')
      const then = atEach<YoutubeStep, typeof fault>(steps, fault)
      youtube.fault = (step) => cut(step) ?? then(step)
      const post = await posted()
      expect(post).toMatchObject({ state: 'published', fault: null, reason: null, detail: null })
      expectOnce(post.remoteId)
    },
  )
})

describe('a worker that ends', () => {
  it.each(['begin', 'chunk', 'last', 'listing'] as const)(
    'while %s is answered leaves one post',
    async (step) => {
      let ended: Promise<void> | null = null
      youtube.beforeAnswer = async (asked) => {
        if (asked !== step || ended !== null) return
        ended = worker.stop()
        await ended
      }
      const { id } = await postTo(owner, contentId, account)
      await expect.poll(() => ended !== null, { timeout: patient(20_000) }).toBe(true)
      await ended
      // The queue would wait some seconds before it runs the job again.
      await world.sql(
        `UPDATE pgboss.job SET start_after = now() WHERE name = 'social.post' AND state = 'retry'`,
      )
      worker = await startWorker()
      const post = await endOfPost(owner, clock, { id })
      expect(post).toMatchObject({ state: 'published' })
      expectOnce(post.remoteId)
    },
  )
})

describe('a fault that stays', () => {
  it('fails the post with its reason if the network never got the file', async () => {
    youtube.fault = (step) => (step === 'begin' ? 'unavailable' : null)
    const post = await posted()
    expect(post).toMatchObject({ state: 'failed', fault: 'network', reason: 'answer' })
    expect(post.detail).toContain('503')
    expect(youtube.videos).toEqual([])
    youtube.fault = () => null
    await owner.call('publishSocialPost', { params: { id: post.id } })
    expectOnce((await endOfPost(owner, clock, post)).remoteId)
  })

  it('leaves the post to a person if the last answer stays lost', async () => {
    let isSent = false
    youtube.fault = (step) => {
      if (step === 'last') {
        isSent = true
        return 'lost'
      }
      return isSent ? 'unavailable' : null
    }
    const post = await posted()
    expect(post).toMatchObject({ state: 'unknown', reason: 'lost-answer', url: null, remoteId: null })
    const [video] = youtube.videos
    const params = { id: post.id }
    const wrong = await owner.try('resolveSocialPost', {
      params,
      body: { url: 'https://example.com/watch?v=aaaaaaaaaaa' },
    })
    expect(wrong.body).toMatchObject({ type: '/problems/social-address' })
    const url = `https://youtu.be/${video?.id}`
    const known = await owner.call('resolveSocialPost', { params, body: { url } })
    expect(known).toMatchObject({ state: 'published', remoteId: video?.id })
    expectOnce(known.remoteId)
  })

  it('leaves the post to a person if YouTube has it and refuses to answer about it', async () => {
    youtube.fault = (step) => (step === 'listing' ? 'title' : null)
    expect(await posted()).toMatchObject({ state: 'unknown', fault: 'video', reason: 'refused-video' })
  })

  it.each([
    ['title', 'refused-video', 'video'],
    ['unauthorized', 'refused-account', 'account'],
  ] as const)('says what the network said: %s', async (fault, reason, kind) => {
    youtube.fault = (step) => (step === 'begin' ? fault : null)
    const post = await posted()
    expect(post).toMatchObject({
      state: 'failed',
      fault: kind,
      reason,
      detail: expect.stringMatching(/\w+ \w+/),
    })
    expect(youtube.videos).toEqual([])
  })

  it('waits for the quota, without asking for other posts meanwhile', async () => {
    youtube.fault = atEach(['begin'], 'quota')
    const post = await postTo(owner, contentId, account)
    await expect
      .poll(() => owner.call('getSocialPost', { params: { id: post.id } }), { timeout: patient(20_000) })
      .toMatchObject({ state: 'scheduled', fault: 'quota', reason: 'quota' })
    const begun = youtube.steps.filter((step) => step === 'begin').length
    const other = await postTo(owner, contentId, account, { title: 'Another one' })
    await expect
      .poll(() => owner.call('getSocialPost', { params: { id: other.id } }), { timeout: patient(20_000) })
      .toMatchObject({ fault: 'quota' })
    expect(youtube.steps.filter((step) => step === 'begin')).toHaveLength(begun)
    await owner.call('cancelSocialPost', { params: { id: other.id } })
    expectOnce((await endOfPost(owner, clock, post)).remoteId)
  })
})
