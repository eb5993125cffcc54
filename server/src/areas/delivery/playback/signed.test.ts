import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import type { Content } from '@kinora/contract'
import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../../../testing/clock.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const clock = movableClock()
let world: World
let content: Content
let kid: string
let key: KeyObject

beforeAll(async () => {
  world = await openWorld({ clock })
  const made = await world.owner.call('createSigningKey', { body: { product: 'video' } })
  kid = made.id
  key = createPrivateKey(Buffer.from(made.privateKey, 'base64'))
  content = await world.owner.call('updateContent', {
    params: { id: world.content.id },
    body: { playbackPolicy: 'signed' },
  })
  await eventually(async () => expect((await fetch(content.urls.hls)).status).toBe(403))
})
afterAll(() => world.end())

const seconds = (fromNow: number) => Math.floor(clock.now().getTime() / 1000) + fromNow

function sign(
  claims: JWTPayload = {},
  header: Record<string, unknown> = {},
  by: KeyObject = key,
): Promise<string> {
  return new SignJWT({ sub: content.playbackId, aud: 'v', exp: seconds(600), ...claims })
    .setProtectedHeader({ alg: 'RS256', kid, ...header })
    .sign(by)
}

const withToken = (address: string, token: string) => `${address}?token=${token}`
const hlsWith = async (token: string) => fetch(withToken(content.urls.hls, token))

/** The first URL in a playlist. */
function firstAddress(playlist: string, base: string): string {
  const line = playlist.split('\n').find((each) => each !== '' && !each.startsWith('#'))
  return new URL(line ?? '', base).href
}

describe('a signed video', () => {
  it('plays with a token from the multivariant playlist down to each segment, and without one not at all', async () => {
    const token = await sign()
    const multivariant = await hlsWith(token)
    expect(multivariant.status).toBe(200)
    expect(multivariant.headers.get('cache-control')).toBe('private, no-store')
    const mediaUrl = firstAddress(await multivariant.text(), multivariant.url)
    const media = await (await fetch(mediaUrl)).text()
    const init = new URL(/URI="([^"]+)"/.exec(media)?.[1] ?? '', mediaUrl).href
    for (const address of [firstAddress(media, mediaUrl), init]) {
      const segment = await fetch(address)
      expect(segment.status).toBe(200)
      expect(segment.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/)
      const bare = await fetch(address.split('?')[0] ?? '')
      expect(bare.status).toBe(403)
      expect(await bare.json()).toMatchObject({ type: '/problems/playback-token-missing' })
    }
  })

  it.each([
    ['no audience', { aud: null }],
    ['a number as the audience', { aud: 7 }],
    ['an object as the audience', { aud: { v: true } }],
    ['a number among the audiences', { aud: ['v', 7] }],
    ['a number as the subject', { sub: 7 }],
    ['no subject', { sub: null }],
    ['a text as the expiry', { exp: 'tomorrow' }],
    ['no expiry', { exp: null }],
    ['an expiry without end', { exp: 1e300 }],
    ['a list as the start', { nbf: [1] }],
    ['an object as the time of the picture', { aud: 't', time: { toString: 1 } }],
  ])('refuses a valid signature over %s', async (_what, claims) => {
    const token = await sign(claims as JWTPayload)
    const { hls, thumbnail } = content.urls
    for (const url of [hls, thumbnail]) {
      const answer = await fetch(withToken(url, token))
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ type: '/problems/playback-token-invalid' })
    }
  })

  it('lets a copied segment address die with its token', async () => {
    const token = await sign({ exp: seconds(60) })
    const mediaUrl = firstAddress(await (await hlsWith(token)).text(), content.urls.hls)
    const segment = firstAddress(await (await fetch(mediaUrl)).text(), mediaUrl)
    expect((await fetch(segment)).status).toBe(200)
    clock.advance(61)
    expect((await fetch(segment)).status).toBe(403)
  })

  it('requires tokens of their own type for images and downloads', async () => {
    const [v, t, g, s] = await Promise.all(['v', 't', 'g', 's'].map((aud) => sign({ aud })))
    const { thumbnail, animated, storyboard, mp4, embed } = content.urls
    const waveform = storyboard.replace('storyboard.vtt', 'waveform.png')
    const right = [
      [thumbnail, t],
      [animated, g],
      [storyboard, s],
      [waveform, s],
      [mp4, v],
      [embed, v],
    ] as const
    for (const [address, token] of right) {
      expect((await fetch(address ?? '')).status).toBe(403)
      expect((await fetch(withToken(address ?? '', token ?? ''))).status).toBe(200)
    }
    for (const [address, token] of [
      [thumbnail, v],
      [animated, t],
      [storyboard, t],
      [waveform, t],
      [mp4, t],
    ] as const)
      expect((await fetch(withToken(address ?? '', token ?? ''))).status).toBe(403)
    const several = await sign({ aud: ['v', 't'] })
    expect((await hlsWith(several)).status).toBe(200)
    const sheet = await (await fetch(withToken(storyboard, s ?? ''))).text()
    expect(sheet).toContain(`storyboard.jpg?token=${s}`)
  })

  it('takes image parameters only from the token', async () => {
    const token = await sign({ aud: 't', time: '1', width: 64 })
    const { thumbnail } = content.urls
    expect((await fetch(withToken(thumbnail, token))).status).toBe(200)
    expect((await fetch(`${withToken(thumbnail, token)}&width=1280`)).status).toBe(403)
    const nonsense = await sign({ aud: 't', width: 'wide' })
    expect((await fetch(withToken(thumbnail, nonsense))).status).toBe(403)
  })

  it('plays in the console with a token of the caller, which allows any image parameters', async () => {
    const { token, hls, thumbnail } = await world.owner.call('getPlaybackUrl', { params: { id: content.id } })
    expect(new Date(token?.expiresAt ?? 0).getTime()).toBeGreaterThan(clock.now().getTime() + 3_500_000)
    expect((await fetch(hls)).status).toBe(200)
    expect((await fetch(`${thumbnail}&width=64&time=1`)).status).toBe(200)
    const seen = await world.owner.call('getContent', { params: { id: content.id } })
    expect((await fetch(seen.poster ?? '')).status).toBe(200)
    expect(seen.playbackToken?.value).toBe(token?.value)
    expect(seen.urls.hls).not.toContain('token')
  })

  it('serves stored images with tokens of their type that fix no other image', async () => {
    const params = { id: content.id }
    const still = await world.owner.call('createThumbnail', { params, body: { time: 1 } })
    const gif = await world.owner.call('createGif', { params, body: { start: 0, end: 1 } })
    const [picture = '', moving = ''] = [still, gif].map(({ url }) => url.split('?')[0])
    const statusOf = async (address: string, claims: JWTPayload) =>
      (await fetch(withToken(address, await sign(claims)))).status
    expect(await statusOf(picture, { aud: 't' })).toBe(200)
    expect(await statusOf(picture, { aud: 't', width: 100 })).toBe(200)
    expect(await statusOf(moving, { aud: 'g' })).toBe(200)
    expect(await statusOf(moving.replace('.gif', '.jpg'), { aud: 't' })).toBe(200)
    expect(await statusOf(picture, { aud: 'g' })).toBe(403)
    expect(await statusOf(moving, { aud: 't' })).toBe(403)
    expect(await statusOf(picture, { aud: 't', time: 1 })).toBe(403)
    expect(await statusOf(moving, { aud: 'g', start: 0, end: 1 })).toBe(403)
    await world.owner.call('choosePoster', { params, body: { thumbnailId: still.id } })
    const { thumbnail } = content.urls
    expect(await statusOf(thumbnail, { aud: 't' })).toBe(200)
    const page = await (await fetch(withToken(content.urls.embed, await sign({ aud: ['v', 't'] })))).text()
    const poster = /data-poster="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(poster).toContain(still.id)
    expect((await fetch(new URL(poster, world.kinora.url))).status).toBe(200)
  })

  it.each(['embed', 'watch'])(
    'shows the pictures in its %s page that its token is good for',
    async (kind) => {
      const url = content.urls.embed.replace('/embed/', `/${kind}/`)
      const shownBy = async (...aud: string[]) => {
        const page = await (await fetch(withToken(url, await sign({ aud })))).text()
        return ['poster', 'storyboard'].map((name) => {
          const path = new RegExp(`data-${name}="([^"]*)"`).exec(page)?.[1]?.replaceAll('&amp;', '&')
          return path ? new URL(path, url).href : null
        })
      }
      const [poster, storyboard] = await shownBy('v', 't', 's')
      for (const address of [poster, storyboard]) expect((await fetch(address ?? '')).status).toBe(200)
      const [sheet] = /storyboard\.jpg[^#]+/.exec(await (await fetch(storyboard ?? '')).text()) ?? []
      expect((await fetch(new URL(sheet ?? '', storyboard ?? ''))).status).toBe(200)
      expect(await shownBy('v')).toEqual([null, null])
      expect(await shownBy('v', 't')).toEqual([expect.stringContaining('thumbnail.jpg'), null])
      expect(await shownBy('v', 's')).toEqual([null, expect.stringContaining('storyboard.vtt')])
    },
  )

  it('has a thumbnail in oEmbed only if the token allows it', async () => {
    const described = async (claims: JWTPayload): Promise<Record<string, string>> => {
      const page = encodeURIComponent(withToken(content.urls.embed, await sign(claims)))
      const answer = await fetch(`${world.kinora.url}/oembed?url=${page}`)
      return JSON.parse(await answer.text())
    }
    const whole = await described({ aud: ['v', 't'] })
    expect((await fetch(whole.thumbnail_url ?? '')).status).toBe(200)
    const bare = await described({ aud: 'v' })
    expect(bare).toMatchObject({ title: content.title, html: expect.stringContaining('token=') })
    expect(Object.keys(bare).filter((key) => key.startsWith('thumbnail'))).toEqual([])
  })

  it('has its own message on the embed page without a valid token', async () => {
    const page = await fetch(content.urls.embed, { headers: { accept: 'text/html' } })
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    expect(await page.text()).not.toContain(content.title)
    const asked = `${world.kinora.url}/oembed?url=${encodeURIComponent(content.urls.embed)}`
    expect((await fetch(asked)).status).toBe(403)
  })
})

describe('a token is refused', () => {
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const publicPem = () => createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
  const unsigned = (header: object, payload: object, secret: string) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const body = `${part(header)}.${part(payload)}`
    return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
  }
  const claims = () => ({ sub: content.playbackId, aud: 'v', exp: seconds(600) })

  it.each<[string, () => Promise<string> | string]>([
    [
      'without a signature (alg none)',
      () => new UnsecuredJWT(claims()).setExpirationTime(seconds(600)).encode(),
    ],
    [
      'whose HMAC key is our public key (HS256)',
      () => unsigned({ alg: 'HS256', kid }, claims(), publicPem()),
    ],
    ['that says RS256 and is signed with HMAC', () => unsigned({ alg: 'RS256', kid }, claims(), publicPem())],
    ['signed by another key under our key id', () => sign({}, {}, other)],
    ['whose key id is unknown', () => sign({}, { kid: '0197e9f0-0000-7000-8000-000000000000' })],
    ['whose key id is a path', () => sign({}, { kid: '../../../../dev/null' })],
    [
      'that brings its own key address (jku)',
      () => sign({}, { kid: undefined, jku: 'https://example.com/jwks' }, other),
    ],
    [
      'that brings its own key (jwk)',
      () => sign({}, { jwk: createPublicKey(other).export({ format: 'jwk' }) }, other),
    ],
    ["that claims to be Kinora's own", () => sign({}, { kid: 'kinora' })],
    ['for another video', () => sign({ sub: 'anothervideo0000' })],
    ['for something else', () => sign({ aud: 'x' })],
    ['that is over', () => sign({ exp: seconds(-1) })],
    ['that has not begun', () => sign({ nbf: seconds(60) })],
    [
      'without an end',
      () =>
        new SignJWT({ sub: content.playbackId, aud: 'v' })
          .setProtectedHeader({ alg: 'RS256', kid })
          .sign(key),
    ],
    ['that is no token', () => 'nonsense'],
    ['that is cut off', async () => (await sign()).slice(0, -20)],
    [
      'whose body was changed',
      async () => {
        const [header, , signature] = (await sign()).split('.')
        return [
          header,
          Buffer.from(JSON.stringify({ ...claims(), exp: seconds(9e6) })).toString('base64url'),
          signature,
        ].join('.')
      },
    ],
  ])('%s', async (_what, make) => {
    const answer = await hlsWith(await make())
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ type: '/problems/playback-token-invalid' })
  })

  it('by a key of another product or another environment', async () => {
    const data = await world.owner.call('createSigningKey', { body: { product: 'data' } })
    const foreign = await world.stranger.call('createSigningKey', { body: { product: 'video' } })
    for (const made of [data, foreign]) {
      const own = createPrivateKey(Buffer.from(made.privateKey, 'base64'))
      expect((await hlsWith(await sign({}, { kid: made.id }, own))).status).toBe(403)
    }
  })

  it('once its key is deleted', async () => {
    const made = await world.owner.call('createSigningKey', { body: { product: 'video' } })
    const own = createPrivateKey(Buffer.from(made.privateKey, 'base64'))
    const kids = [made.id, made.id.toUpperCase()]
    const tokens = await Promise.all(kids.map((each) => sign({ exp: seconds(3600) }, { kid: each }, own)))
    for (const token of tokens) expect((await hlsWith(token)).status).toBe(200)
    await world.owner.call('deleteSigningKey', { params: { id: made.id } })
    for (const token of tokens) await expect.poll(async () => (await hlsWith(token)).status).toBe(403)
  })

  it('within a minute of the deletion of its key, even if the announcement is lost', async () => {
    const made = await world.owner.call('createSigningKey', { body: { product: 'video' } })
    const own = createPrivateKey(Buffer.from(made.privateKey, 'base64'))
    const token = await sign({ exp: seconds(3600) }, { kid: made.id }, own)
    expect((await hlsWith(token)).status).toBe(200)
    await world.sql('DELETE FROM signing_keys WHERE id = $1', [made.id])
    expect((await hlsWith(token)).status).toBe(200)
    clock.advance(60)
    expect((await hlsWith(token)).status).toBe(403)
  })
})

it('keeps no private key', async () => {
  const made = await world.owner.call('createSigningKey', { body: { product: 'video' } })
  const pem = Buffer.from(made.privateKey, 'base64').toString()
  expect(pem).toMatch(/^-----BEGIN PRIVATE KEY-----/)
  const rows = await world.sql('SELECT * FROM signing_keys WHERE id = $1', [made.id])
  expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY')
  const listed = await world.owner.call('listSigningKeys', {})
  expect(JSON.stringify(listed)).not.toContain('privateKey')
})
