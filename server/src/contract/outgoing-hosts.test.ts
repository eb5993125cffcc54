import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CallOf, RequestOf } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newCampaign } from '../testing/ads/campaigns.ts'
import { contentWhen, isSettled } from '../testing/client.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let listed: Server
let other: Server
const requests: string[] = []

async function serve(location: string | null): Promise<Server> {
  const server = createServer((request, reply) => {
    requests.push(`${request.headers.host}${request.url}`)
    if (location === null) reply.end('no video')
    else reply.writeHead(302, { location }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
const hostOf = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`

beforeAll(async () => {
  other = await serve(null)
  listed = await serve(`http://${hostOf(other)}/redirected.mp4`)
  world = await openWorld({ env: { OUTGOING_HOSTS: `ads.example, ${hostOf(listed)}` } })
})
afterAll(async () => {
  await world.end()
  for (const server of [listed, other]) await new Promise((resolve) => server.close(resolve))
})

function accountAt(
  kind: 'webdav' | 's3' | 'sftp',
  host: string,
): RequestOf<CallOf<'createCloudAccount'>>['body'] {
  const common = { name: 'Agency', secrets: { password: 'correct horse' } }
  switch (kind) {
    case 'webdav':
      return { ...common, kind, settings: { url: `http://${host}/dav`, user: 'kinora' } }
    case 's3':
      return {
        ...common,
        kind,
        settings: { endpoint: `http://${host}`, bucket: 'incoming', accessKeyId: 'kinora' },
      }
    case 'sftp':
      return {
        ...common,
        kind,
        settings: { host: '127.0.0.1', port: Number(host.split(':')[1]), user: 'kinora' },
      }
  }
}

describe('an installation that lists hosts', () => {
  const url = () => `http://${hostOf(other)}/file.mp4`
  const id = () => ({ id: world.content.id })
  it.each<[string, () => Promise<{ status: number; body: unknown }>]>([
    ['an upload', () => world.owner.try('createContent', { body: { url: url(), playbackPolicy: 'public' } })],
    ['a replacement', () => world.owner.try('replaceByUrl', { params: id(), body: { url: url() } })],
    [
      'an audio track',
      () =>
        world.owner.try('addAudioTrack', {
          params: id(),
          body: { name: 'Telugu', languageCode: 'te', role: 'dub', url: url() },
        }),
    ],
    ...['http', 'rtmp', 'srt'].map((scheme): [string, () => Promise<{ status: number; body: unknown }>] => [
      `a source by ${scheme}`,
      () =>
        world.owner.try('createLivestream', {
          body: { name: 'News', source: { type: 'pull', url: `${scheme}://127.0.0.1:9000/live/key` } },
        }),
    ]),
    ['a webhook', () => world.owner.try('createWebhook', { body: { url: url() } })],
    [
      'an alert channel',
      () =>
        world.owner.try('createAlertChannel', {
          params: { org: world.owner.organizationId ?? '' },
          body: { name: 'Pager', kind: 'webhook', url: url() },
        }),
    ],
    [
      'an ad tag',
      () =>
        world.owner.try('createAdChannel', {
          body: { name: 'Ads', streamId: world.content.id, prerollAdTagUrl: url() },
        }),
    ],
    [
      'an ad break',
      () =>
        world.owner.try('createAdBreak', { params: id(), body: { at: 1, durationS: 20, adTagUrl: url() } }),
    ],
    [
      'a creative',
      async () =>
        world.owner.try('createCampaignCreative', {
          params: { id: await newCampaign(world) },
          body: { name: 'Foam', mediaUrl: url() },
        }),
    ],
    [
      'a portrait',
      () => world.owner.try('createPortrait', { body: { name: 'Upright', shape: '9:16', url: url() } }),
    ],
    ...(['webdav', 's3', 'sftp'] as const).map(
      (kind): [string, () => Promise<{ status: number; body: unknown }>] => [
        `an account by ${kind}`,
        () => world.owner.try('createCloudAccount', { body: accountAt(kind, hostOf(other)) }),
      ],
    ),
  ])('refuses %s at a host that is not listed', async (_what, ask) => {
    const { status, body } = await ask()
    expect({ status, body }).toMatchObject({
      status: 422,
      body: {
        type: '/problems/host-not-allowed',
        detail: '127.0.0.1 is not a host that this installation allows',
      },
    })
    expect(requests).toEqual([])
  })

  it('follows no redirect of a listed host to another one', async () => {
    const body = { url: `http://${hostOf(listed)}/film.mp4`, playbackPolicy: 'public' as const }
    const made = await world.owner.call('createContent', { body })
    expect(await contentWhen(world.owner, made.id, isSettled)).toMatchObject({
      status: 'failed',
      error: { id: 'download-refused' },
    })
    expect(requests).toEqual([`${hostOf(listed)}/film.mp4`])
  })
})
