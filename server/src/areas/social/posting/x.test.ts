import type { SocialAccount } from '@kinora/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { movableClock } from '../../../testing/clock.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { connectTo, endOfPost, enlarge, postTo, socialEnv } from '../../../testing/social/accounts.ts'
import { atEach } from '../../../testing/social/network-server.ts'
import { openXServer, type XFault, type XServer, type XStep } from '../../../testing/social/x-server.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const clock = movableClock()
let server: XServer
let world: World
let owner: Client
let account: SocialAccount
let contentId: string
let bytes: Buffer

beforeAll(async () => {
  server = await openXServer(clock.now)
  world = await openWorld({ clock, env: socialEnv({ x: server }) })
  owner = world.owner
  account = await connectTo(owner, 'x', server)
  contentId = (await world.copyVideo()).id
  // Two segments.
  bytes = await enlarge(world.kinora.dataDir, contentId, 5 * 1024 ** 2)
})
afterAll(async () => {
  await world.end()
  await server.end()
})
beforeEach(() => {
  server.fault = () => null
  server.posts.length = 0
})

const posted = async () => endOfPost(owner, clock, await postTo(owner, contentId, account))

function expectOnce(remoteId: string | null) {
  expect(server.posts.map(({ id }) => id)).toEqual([remoteId])
  expect(server.posts[0]?.bytes.equals(bytes)).toBe(true)
  expect(server.violations).toEqual([])
}

describe('a post at X', () => {
  it('is there once, with its title as the first line', async () => {
    expect(account).toMatchObject({ network: 'x', name: 'Deccan News (@deccannews)', remoteId: '4711' })
    const change = { text: 'Three days early.', tags: ['monsoon'] }
    const post = await endOfPost(owner, clock, await postTo(owner, contentId, account, change))
    expect(post).toMatchObject({ state: 'published', url: `https://x.com/i/status/${post.remoteId}` })
    expect(server.posts[0]?.text).toBe('Monsoon reaches Kerala\n\nThree days early.\n\n#monsoon')
    expectOnce(post.remoteId)
  })

  it.each(['cut', 'lost', 'unavailable', 'html', 'unauthorized', 'too-many'] as const)(
    'is there once after a fault at every request before it (%s)',
    async (fault) => {
      server.fault = atEach(['initialize', 'append', 'finalize', 'status'], fault)
      const post = await posted()
      expect(post).toMatchObject({ state: 'published', fault: null, detail: null })
      expectOnce(post.remoteId)
    },
  )

  it.each(['cut', 'lost', 'unavailable', 'html'] as const)(
    'is unknown, and not sent again, if its own answer is lost (%s)',
    async (fault) => {
      server.fault = atEach(['post'], fault)
      expect(await posted()).toMatchObject({ state: 'unknown', reason: 'lost-answer', remoteId: null })
      expect(server.posts).toHaveLength(fault === 'lost' ? 1 : 0)
    },
  )

  it('is sent again after X has said that it did not take it', async () => {
    server.fault = atEach(['post'], 'too-many')
    const post = await posted()
    expect(post).toMatchObject({ state: 'published' })
    expectOnce(post.remoteId)
  })

  it('is sent again if X refused its token, and the next one is late', async () => {
    const post = atEach<XStep, XFault>(['post'], 'unauthorized')
    const token = atEach<XStep, XFault>(['token'], 'unavailable')
    server.fault = (step) => post(step) ?? token(step)
    const ended = await posted()
    expect(ended).toMatchObject({ state: 'published' })
    expectOnce(ended.remoteId)
  })

  it('fails if X accepts no token for it', async () => {
    server.fault = (step) => (step === 'post' ? 'unauthorized' : null)
    expect(await posted()).toMatchObject({ state: 'failed', fault: 'account', reason: 'refused-account' })
  })

  it('fails if its second segment never arrives', async () => {
    let segments = 0
    server.fault = (step) => {
      if (step === 'append') segments += 1
      return step === 'append' && segments % 2 === 0 ? 'unavailable' : null
    }
    expect(await posted()).toMatchObject({ state: 'failed', fault: 'network', reason: 'answer' })
  })

  it('fails if X has not processed its video after a day', async () => {
    server.waits = Number.POSITIVE_INFINITY
    const post = await postTo(owner, contentId, account)
    await expect
      .poll(() => owner.call('getSocialPost', { params: { id: post.id } }), { timeout: patient(20_000) })
      .toMatchObject({ state: 'processing' })
    clock.advance(86_401)
    expect(await endOfPost(owner, clock, post)).toMatchObject({ state: 'failed', reason: 'processing-slow' })
    server.waits = 1
  })

  it('fails with the words of X', async () => {
    server.fault = atEach(['post'], 'forbidden')
    expect(await posted()).toMatchObject({
      state: 'failed',
      fault: 'video',
      detail: 'You are not allowed to post a video this long.',
    })
    expect(server.posts).toEqual([])
  })

  it('keeps its account with refresh tokens that count once', async () => {
    server.refreshes = 0
    clock.advance(7000)
    const posts = await Promise.all(Array.from({ length: 3 }, () => postTo(owner, world.content.id, account)))
    for (const post of posts)
      expect(await endOfPost(owner, clock, post)).toMatchObject({ state: 'published' })
    expect(server.refreshes).toBe(1)
  })

  it('is never more public than a person asked for', async () => {
    const body = { accountId: account.id, title: 'Private', privacy: 'private' as const }
    const answer = await owner.try('createSocialUpload', { params: { id: contentId }, body })
    expect(answer.body).toMatchObject({ type: '/problems/social-privacy' })
  })
})
