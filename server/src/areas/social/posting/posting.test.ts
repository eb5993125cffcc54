import { readFile } from 'node:fs/promises'
import type { SocialAccount, SocialPost } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { movableClock } from '../../../testing/clock.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { connectChannel, postTo } from '../../../testing/social/accounts.ts'
import { openYoutubeServer, type YoutubeServer } from '../../../testing/social/youtube-server.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const clock = movableClock()
let youtube: YoutubeServer
let world: World
let owner: Client
let account: SocialAccount

beforeAll(async () => {
  youtube = await openYoutubeServer(clock.now)
  world = await openWorld({ clock, env: { SOCIAL_URLS: `youtube=${youtube.url}` } })
  owner = world.owner
  account = await connectChannel(owner, youtube)
})
afterAll(async () => {
  await world.end()
  await youtube.end()
})

const ends: readonly SocialPost['state'][] = ['published', 'failed', 'unknown', 'canceled']

/** Waits for the end of a post. The clock moves to its next attempt, so that no wait takes long. */
async function endOf({ id }: Pick<SocialPost, 'id'>): Promise<SocialPost> {
  return eventually(async () => {
    const post = await owner.call('getSocialPost', { params: { id } })
    if (ends.includes(post.state)) return post
    const waitMs = post.nextTryAt === null ? 0 : Date.parse(post.nextTryAt) - clock.now().getTime()
    if (waitMs > 0) clock.advance(waitMs / 1000)
    expect.fail(`still ${post.state}`)
  })
}

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
    const ended = await endOf(post)
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
