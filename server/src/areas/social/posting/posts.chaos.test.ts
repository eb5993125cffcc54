import type { SocialAccount } from '@kinora/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { connectTo, enlarge, postTo, socialEnv } from '../../../testing/social/accounts.ts'
import { type LinkedinServer, openLinkedinServer } from '../../../testing/social/linkedin-server.ts'
import { openYoutubeServer, type YoutubeServer } from '../../../testing/social/youtube-server.ts'
import { openProcesses } from '../../../testing/test-processes.ts'
import { openWorld, type World } from '../../../testing/world.ts'

// Slow: a killed worker is replaced when the lease of its job ends.

const MIB = 1024 ** 2
const processes = openProcesses()
let youtube: YoutubeServer
let linkedin: LinkedinServer
let world: World
let owner: Client
let channel: SocialAccount
let profile: SocialAccount
let contentId: string
let bytes: Buffer

beforeAll(async () => {
  youtube = await openYoutubeServer()
  linkedin = await openLinkedinServer()
  const env = socialEnv({ youtube, linkedin })
  world = await openWorld({ env: { ...env, ROLES: 'web,delivery' } })
  owner = world.owner
  channel = await connectTo(owner, 'youtube', youtube)
  profile = await connectTo(owner, 'linkedin', linkedin)
  contentId = (await world.copyVideo()).id
  bytes = await enlarge(world.kinora.dataDir, contentId, 9 * MIB)
  processes.keepRunning('worker', world.kinora, { ...env, ROLES: 'worker' })
})
afterAll(async () => {
  processes.end()
  await world.end()
  await Promise.all([youtube.end(), linkedin.end()])
})
beforeEach(() => {
  for (const server of [youtube, linkedin]) server.beforeAnswer = () => undefined
  youtube.videos.length = 0
  linkedin.posts.length = 0
})

/** Kills the worker, once, when a step is handled and not yet answered. */
function killAt<Step>(step: NoInfer<Step>): (asked: Step) => void {
  let isKilled = false
  return (asked) => {
    if (asked !== step || isKilled) return
    isKilled = true
    processes.kill('worker')
  }
}

const ended = async (id: string) => {
  const load = () => owner.call('getSocialPost', { params: { id } })
  await eventually(async () => expect(['published', 'failed', 'unknown']).toContain((await load()).state))
  return load()
}

it.each(['chunk', 'last', 'thumbnail'] as const)(
  'posts a video to YouTube once, although its worker is killed at %s',
  async (step) => {
    youtube.beforeAnswer = killAt(step)
    const post = await ended((await postTo(owner, contentId, channel, { withThumbnail: true })).id)
    expect(post).toMatchObject({ state: 'published', extras: [{ kind: 'thumbnail', state: 'sent' }] })
    expect(youtube.videos.map(({ id }) => id)).toEqual([post.remoteId])
    expect(youtube.videos[0]?.bytes.equals(bytes)).toBe(true)
    expect(youtube.violations).toEqual([])
    expect(processes.faults).toEqual([])
  },
)

it.each([
  ['part', 'published'],
  ['post', 'unknown'],
] as const)(
  'posts a video to LinkedIn at most once, although its worker is killed at %s',
  async (step, state) => {
    linkedin.beforeAnswer = killAt(step)
    const post = await ended((await postTo(owner, contentId, profile)).id)
    expect(post).toMatchObject({ state })
    expect(linkedin.posts).toHaveLength(1)
    expect(linkedin.posts[0]?.bytes.equals(bytes)).toBe(true)
    expect(linkedin.violations).toEqual([])
  },
)
