import type { SocialAccount } from '@kinora/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, client, newOwner } from '../../../testing/client.ts'
import { movableClock } from '../../../testing/clock.ts'
import { connectChannel, endOfPost, enterApp, postTo, socialEnv } from '../../../testing/social/accounts.ts'
import { openYoutubeServer, type YoutubeServer } from '../../../testing/social/youtube-server.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const clock = movableClock()
let youtube: YoutubeServer
let world: World
let owner: Client

beforeAll(async () => {
  youtube = await openYoutubeServer(clock.now)
  world = await openWorld({ clock, env: socialEnv({ youtube }) })
  owner = world.owner
  await enterApp(owner, 'youtube', youtube)
})
afterAll(async () => {
  await world.end()
  await youtube.end()
})
beforeEach(() => {
  youtube.allowed = null
  youtube.hasChannel = true
  youtube.tokenLifeS = 3600
  youtube.rotates = false
})

const begin = (who = owner) => who.call('connectSocialAccount', { body: { network: 'youtube' } })
const finish = (body: { state: string; code: string }, who = owner) =>
  who.try('finishSocialAccount', { body })
const reload = async ({ id }: SocialAccount) => {
  const { items } = await owner.call('listSocialAccounts', {})
  return items.find((account) => account.id === id) ?? expect.fail('the account is gone')
}

describe('an account', () => {
  it('is connected by the person who began, once', async () => {
    const { url } = await begin()
    const back = youtube.allow(url)
    const answers = await Promise.all([finish(back), finish(back)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      type: '/problems/social-state-unknown',
    })
    const { items } = await owner.call('listSocialAccounts', {})
    expect(items).toMatchObject([
      { name: 'Deccan News', remoteId: 'UCdeccan', state: 'connected', openPosts: 0 },
    ])
    // The same channel again is the same account.
    await connectChannel(owner, youtube)
    expect((await owner.call('listSocialAccounts', {})).totalItems).toBe(1)
  })

  it('is not connected with the state of another person, another environment, or after 10 minutes', async () => {
    const colleague = await world.member(null)
    const back = youtube.allow((await begin()).url)
    expect((await finish(back, colleague)).body).toMatchObject({ type: '/problems/social-state-unknown' })
    expect((await finish(back, world.stranger)).body).toMatchObject({
      type: '/problems/social-state-unknown',
    })
    const { id } = await owner.call('createEnvironment', {
      body: { organizationId: owner.organizationId ?? '', name: 'Staging', type: 'staging' },
    })
    const beside = client(owner.url, owner.token, owner.organizationId, id)
    expect((await finish(back, beside)).body).toMatchObject({ type: '/problems/social-state-unknown' })
    clock.advance(601)
    expect((await finish(back)).body).toMatchObject({ type: '/problems/social-state-unknown' })
  })

  it('is not connected with less access than posting needs, or without a channel', async () => {
    youtube.allowed = 'https://www.googleapis.com/auth/youtube.readonly'
    expect((await finish(youtube.allow((await begin()).url))).body).toMatchObject({
      type: '/problems/social-scopes-missing',
    })
    youtube.allowed = null
    youtube.hasChannel = false
    expect((await finish(youtube.allow((await begin()).url))).body).toMatchObject({
      type: '/problems/social-no-channel',
    })
    youtube.hasChannel = true
    const { state } = youtube.allow((await begin()).url)
    expect((await finish({ state, code: 'invented' })).body).toMatchObject({
      type: '/problems/social-refused',
    })
  })

  it('is connected again as the same one only', async () => {
    const account = await connectChannel(owner, youtube)
    const body = { network: 'youtube', accountId: account.id } as const
    const { url } = await owner.call('connectSocialAccount', { body })
    expect((await finish(youtube.allow(url, 'UCother'))).body).toMatchObject({
      type: '/problems/social-other-account',
    })
    const other = await newOwner(world.kinora.url)
    expect((await other.try('connectSocialAccount', { body: { network: 'youtube' } })).body).toMatchObject({
      type: '/problems/social-not-set-up',
    })
  })

  it('gets one refresh from many posts, and keeps the connection where the network replaces the token', async () => {
    youtube.rotates = true
    youtube.tokenLifeS = 660
    const account = await connectChannel(owner, youtube)
    // Less than 10 minutes are left, so that every post finds a token that is too old.
    clock.advance(120)
    youtube.refreshes = 0
    youtube.tokenLifeS = 3600
    const posts = await Promise.all(Array.from({ length: 6 }, () => postTo(owner, world.content.id, account)))
    for (const post of posts)
      expect(await endOfPost(owner, clock, post)).toMatchObject({ state: 'published' })
    expect(youtube.refreshes).toBe(1)
    expect(await reload(account)).toMatchObject({ state: 'connected' })
    expect(youtube.violations).toEqual([])
  })

  it('stays connected if only its token is refused, and ends if the network ends it', async () => {
    const account = await connectChannel(owner, youtube)
    youtube.dropTokens()
    const params = { id: account.id }
    expect(await owner.call('checkSocialAccount', { params })).toMatchObject({ state: 'connected' })
    youtube.fault = (step) => (step === 'token' ? 'unavailable' : null)
    youtube.dropTokens()
    expect((await owner.try('checkSocialAccount', { params })).body).toMatchObject({
      type: '/problems/social-unreachable',
    })
    expect(await reload(account)).toMatchObject({ state: 'connected' })
    youtube.fault = () => null
    youtube.endGrants()
    expect(await owner.call('checkSocialAccount', { params })).toMatchObject({
      state: 'reconnect',
      reason: 'ended',
    })
    const post = await endOfPost(owner, clock, await postTo(owner, world.content.id, account))
    expect(post).toMatchObject({ state: 'failed', fault: 'account', reason: 'reconnect' })
    expect(await connectChannel(owner, youtube)).toMatchObject({
      id: account.id,
      state: 'connected',
      reason: null,
    })
  })

  it('ends if a refresh leaves it less access than posting needs', async () => {
    const account = await connectChannel(owner, youtube)
    youtube.narrowGrants('https://www.googleapis.com/auth/youtube.readonly')
    expect(await owner.call('checkSocialAccount', { params: { id: account.id } })).toMatchObject({
      state: 'reconnect',
      reason: 'scopes',
    })
    await connectChannel(owner, youtube)
  })

  it('must be connected again after its app was changed', async () => {
    const account = await connectChannel(owner, youtube, 'UCsport')
    const params = { network: 'youtube' } as const
    const missing = await owner.try('setSocialApp', { params, body: { clientId: 'other.apps.example' } })
    expect(missing.body).toMatchObject({ type: '/problems/social-secret-missing' })
    await owner.call('setSocialApp', {
      params,
      body: { clientId: 'other.apps.example', clientSecret: 'other' },
    })
    expect(await reload(account)).toMatchObject({ state: 'reconnect', reason: 'app-changed' })
    await enterApp(owner, 'youtube', youtube)
  })

  it('cancels its posts when it is disconnected', async () => {
    const account = await connectChannel(owner, youtube, 'UCculture')
    const publishAt = new Date(clock.now().getTime() + 86_400_000).toISOString()
    const post = await postTo(owner, world.content.id, account, { publishAt, zone: 'Asia/Kolkata' })
    expect(await reload(account)).toMatchObject({ openPosts: 1 })
    await owner.call('deleteSocialAccount', { params: { id: account.id } })
    expect(await owner.call('getSocialPost', { params: { id: post.id } })).toMatchObject({
      state: 'canceled',
      fault: 'account',
      reason: 'account-deleted',
      accountId: null,
      accountName: 'Deccan News',
    })
    expect(youtube.paths).toContain('POST /oauth2.googleapis.com/revoke')
    const again = await owner.try('publishSocialPost', { params: { id: post.id } })
    expect(again.body).toMatchObject({ type: '/problems/social-account-gone' })
  })

  it('shows its secrets in no answer, event, audit entry or log', async () => {
    const account = await connectChannel(owner, youtube)
    const back = youtube.allow((await begin()).url)
    await fetch(`${owner.url}/social/callback?code=${encodeURIComponent(back.code)}&state=${back.state}`)
    await finish(back)
    const post = await endOfPost(owner, clock, await postTo(owner, world.content.id, account))
    const upload = [...youtube.uploads.values()].at(-1)
    const shown = JSON.stringify([
      await owner.call('listSocialApps', {}),
      await owner.call('listSocialAccounts', {}),
      await owner.call('listSocialTargets', {}),
      post,
      await world.sql('SELECT * FROM outbox'),
      await world.sql('SELECT * FROM audit_trail'),
      await world.sql('SELECT * FROM social_accounts'),
      await world.sql('SELECT * FROM social_posts'),
      await world.sql('SELECT * FROM social_apps'),
      world.kinora.logged(),
    ])
    expect(await world.sql('SELECT id FROM social_posts WHERE step IS NOT NULL')).toEqual([])
    for (const secret of [youtube.clientSecret, back.code, upload?.id ?? '', 'AT~', 'RT~', 'upload_id'])
      expect(shown).not.toContain(secret)
    expect(shown).toContain(youtube.clientId)
  })
})
