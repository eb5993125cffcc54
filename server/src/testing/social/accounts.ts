import { randomBytes, randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CallOf, RequestOf, SocialAccount, SocialNetwork, SocialPost } from '@kinora/contract'
import { expect } from 'vitest'
import type { Client } from '../client.ts'
import type { MovableClock } from '../clock.ts'
import { patient } from '../machine/patience.ts'
import type { Sql } from '../members.ts'
import type { YoutubeServer } from './youtube-server.ts'

interface Place {
  readonly owner: Client
  readonly sql: Sql
}

/** A server of a test that speaks like a network. */
interface Server {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  redirectUri: string
  allow(address: string, accountId?: string): { readonly code: string; readonly state: string }
}

/** Settings of a Kinora that posts to servers of a test, and starts posts soon. */
export const socialEnv = (servers: Partial<Record<SocialNetwork, { readonly url: string }>>) => ({
  SOCIAL_URLS: Object.entries(servers)
    .map(([network, { url }]) => `${network}=${url}`)
    .join(),
  SOCIAL_POLL_MS: '40',
})

/** An account as a row, without tokens that count: for requests that do not reach its network. */
export async function accountRow(
  { owner, sql }: Place,
  state: SocialAccount['state'] = 'connected',
): Promise<string> {
  const id = randomUUID()
  await sql(
    `INSERT INTO social_accounts (id, organization_id, environment_id, network, remote_id, name, client_id, access_token,
       access_until, state, connected_by, connected_at)
     VALUES ($1, $2, $3, 'youtube', $4, 'Deccan News', 'app', '', now(), $5, 'Ananya Rao', now())`,
    [id, owner.organizationId, owner.environmentId, `UC${id}`, state],
  )
  return id
}

/** Enters the app of a network, and connects an account as a person does. */
export async function connectTo(
  owner: Client,
  network: SocialNetwork,
  server: Server,
  accountId?: string,
): Promise<SocialAccount> {
  await enterApp(owner, network, server)
  const { url } = await owner.call('connectSocialAccount', { body: { network } })
  return owner.call('finishSocialAccount', { body: server.allow(url, accountId) })
}

export const connectChannel = (owner: Client, youtube: YoutubeServer, channelId?: string) =>
  connectTo(owner, 'youtube', youtube, channelId)

/** Enters the app of a network. */
export async function enterApp(owner: Client, network: SocialNetwork, server: Server): Promise<void> {
  const { clientId, clientSecret } = server
  const app = await owner.call('setSocialApp', {
    params: { network },
    body: { clientId, clientSecret, isAudited: true },
  })
  server.redirectUri = app.redirectUri
}

/** Makes the file of a video larger, so that it is sent in parts. Returns its bytes. */
export async function enlarge(dataDir: string, contentId: string, byBytes: number): Promise<Buffer> {
  const path = join(dataDir, 'storage/objects/contents', contentId, 'source')
  const larger = Buffer.concat([await readFile(path), randomBytes(byBytes)])
  // Not in place: other copies of the video are the same file.
  await rm(path)
  await writeFile(path, larger)
  return larger
}

type Body = RequestOf<CallOf<'createSocialUpload'>>['body']

/** Posts a video to an account. */
export function postTo(
  owner: Client,
  contentId: string,
  { id: accountId }: Pick<SocialAccount, 'id'>,
  change: Partial<Body> = {},
) {
  const body = { accountId, title: 'Monsoon reaches Kerala', privacy: 'public' as const, ...change }
  return owner.call('createSocialUpload', { params: { id: contentId }, body })
}

const ends: readonly SocialPost['state'][] = ['published', 'failed', 'unknown', 'canceled']

/** Waits for the end of a post. The clock moves to its next attempt, so that no wait takes long. */
export async function endOfPost(
  owner: Client,
  clock: MovableClock,
  { id }: Pick<SocialPost, 'id'>,
): Promise<SocialPost> {
  const load = () => owner.call('getSocialPost', { params: { id } })
  const hasEnded = async () => {
    const post = await load()
    const waitMs = post.nextTryAt === null ? 0 : Date.parse(post.nextTryAt) - clock.now().getTime()
    if (waitMs > 0) clock.advance(waitMs / 1000)
    return ends.includes(post.state)
  }
  await expect.poll(hasEnded, { timeout: patient(50_000), interval: 40 }).toBe(true)
  return load()
}
