import type { PlaybackRestrictions } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../../../testing/clock.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const clock = movableClock()

let world: World
/** Another playback ID of the video, which the tests restrict. */
let playbackId: string
let files: readonly string[]

beforeAll(async () => {
  world = await openWorld({ clock })
  const { id } = world.content
  const { id: subtitleId } = world.subtitle
  await world.owner.call('publishSubtitles', { params: { id }, body: { draftsToPublish: [subtitleId] } })
  const made = await world.owner.call('createPlaybackId', { params: { id }, body: { policy: 'public' } })
  playbackId = made.id
  await eventually(async () => expect(await text(made.urls.hls)).toContain('TYPE=SUBTITLES'))
  files = await filesOf(made.urls.hls)
})
afterAll(() => world.end())

const text = async (url: string) => (await fetch(url)).text()

/** One URL per kind of file. */
async function filesOf(hls: string): Promise<string[]> {
  const multivariant = await text(hls)
  const address = (uri: string | undefined, base: string) => new URL(uri ?? '', base).href
  const media = address(/^[^#].*$/m.exec(multivariant)?.[0], hls)
  const subtitles = address(/TYPE=SUBTITLES.*URI="([^"]+)"/.exec(multivariant)?.[1], hls)
  const { url } = world.kinora
  return [
    hls,
    media,
    address(/URI="([^"]+)"/.exec(await text(media))?.[1], media),
    address(/^[^#].*$/m.exec(await text(media))?.[0], media),
    subtitles,
    address(/^[^#].*$/m.exec(await text(subtitles))?.[0], subtitles),
    `${url}/play/${playbackId}/highest.mp4`,
    `${url}/image/${playbackId}/thumbnail.jpg`,
    `${url}/image/${playbackId}/thumbnail.jpg?time=1&width=64`,
    `${url}/image/${playbackId}/animated.gif?start=0&end=0.5&width=32`,
    `${url}/image/${playbackId}/storyboard.jpg`,
    `${url}/image/${playbackId}/storyboard.vtt`,
    `${url}/embed/${playbackId}`,
    `${url}/watch/${playbackId}`,
    `${url}/oembed?url=${encodeURIComponent(`${url}/embed/${playbackId}`)}`,
  ]
}

async function restrict(restrictions: Partial<PlaybackRestrictions>, id = playbackId): Promise<void> {
  const params = { id: world.content.id, playbackId: id }
  await world.owner.call('updatePlaybackId', { params, body: { policy: 'public', restrictions } })
}

/** Distinct responses of the files. */
async function answers(headers: Record<string, string> = {}, of = files): Promise<string> {
  const all = await Promise.all(
    of.map(async (url) => {
      const answer = await fetch(url, { headers })
      if (answer.ok) return String(answer.status)
      const { type } = JSON.parse(await answer.text())
      return `${answer.status} ${type}`
    }),
  )
  return [...new Set(all)].join(', ')
}

const noReferrer = '403 /problems/referrer-not-allowed'

describe('an id that plays on some sites', () => {
  beforeAll(async () => {
    await restrict({ allowedReferrers: ['example.com', '*.Example.org'], allowNoReferrer: false })
    await eventually(async () => expect(await answers()).toBe(noReferrer))
  })

  it.each([
    'https://example.com/',
    'https://EXAMPLE.COM./page',
    'http://example.com:8080/',
    'https://www.example.org/a/b?c',
  ])('plays on %s, whatever the file', async (referer) => {
    expect(await answers({ referer })).toBe('200')
  })

  it('plays below our own pages', async () => {
    expect(await answers({ referer: `${world.kinora.url}/embed/${playbackId}` })).toBe('200')
  })

  it.each([
    'https://evil.test/',
    'https://example.com.evil.test/',
    'https://evil.test/?example.com',
    'https://evil.test/#example.com',
    'https://example.com@evil.test/',
    'https://notexample.com/',
    'https://www.example.com/',
    'https://example.org/',
    'https://example.org.evil.test/',
    'android-app://example.com/',
    'example.com',
    'null',
  ])('does not play on %s, whatever the file', async (referer) => {
    expect(await answers({ referer })).toBe(noReferrer)
  })

  it('uses the Origin header of scripts that hide the referrer', async () => {
    expect(await answers({ origin: 'https://example.com' })).toBe('200')
    expect(await answers({ origin: 'https://evil.test' })).toBe(noReferrer)
    expect(await answers({ origin: 'null' })).toBe(noReferrer)
  })

  it('plays without a site if that is allowed, but not with a hidden referrer', async () => {
    await restrict({ allowedReferrers: ['example.com'], allowNoReferrer: true })
    await expect.poll(() => answers()).toBe('200')
    expect(await answers({ origin: 'null' })).toBe(noReferrer)
    expect(await answers({ referer: 'https://evil.test/' })).toBe(noReferrer)
  })

  it.each([
    ['https://example.com', 'https://example.com'],
    ['http://example.com:8080', 'http://example.com:8080'],
    ['https://evil.test', null],
    ['null', null],
    [undefined, null],
  ])('can be read by scripts of allowed sites only: %s', async (origin, readable) => {
    // As a page whose address is allowed sends it, with any origin.
    const headers = { referer: 'https://example.com/', ...(origin !== undefined && { origin }) }
    for (const url of files.filter((each) => /\/(?:play|image)\//.test(new URL(each).pathname))) {
      const answer = await fetch(url, { headers })
      await answer.body?.cancel()
      expect([url, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
        url,
        200,
        readable,
      ])
    }
  })

  it('is not stored in shared caches', async () => {
    for (const url of files) {
      const answer = await fetch(url, { headers: { referer: 'https://example.com/' } })
      await answer.body?.cancel()
      expect([url, answer.headers.get('cache-control')]).toEqual([
        url,
        expect.stringMatching(/^(private|no-store)/),
      ])
      expect(answer.headers.get('vary')).toBe('referer, origin')
      const refused = await fetch(url, { headers: { referer: 'https://evil.test/' } })
      await refused.body?.cancel()
      expect(refused.headers.get('cache-control')).toMatch(/no-store/)
    }
  })

  it('is never answered by the shortcut', async () => {
    const { hls } = world.content.urls
    await text(hls)
    await restrict({ allowedReferrers: ['example.com'], allowNoReferrer: false })
    await expect.poll(() => answers()).toBe(noReferrer)
    // It is in memory now, like everything that the shortcut serves.
    expect((await fetch(files[0] ?? '', { headers: { referer: 'https://example.com/' } })).status).toBe(200)
    for (const url of files.slice(0, 2)) expect((await fetch(url)).status).toBe(403)
    const counted = async () => {
      const metrics = await text(`${world.kinora.url}/metrics`)
      return /_count\{method="GET",route="\/play\/:playbackId.m3u8",status="403"} (\d+)/.exec(metrics)?.[1]
    }
    const before = Number(await counted())
    await fetch(files[0] ?? '')
    expect(Number(await counted())).toBe(before + 1)
  })

  it('names the pages that may frame it, and explains a refusal elsewhere', async () => {
    const embed = `${world.kinora.url}/embed/${playbackId}`
    await restrict({ allowedReferrers: ['example.com', '*.example.org'], allowNoReferrer: false })
    const shown = await eventually(async () => {
      const page = await fetch(embed, { headers: { referer: 'https://www.example.org/' } })
      expect(page.status).toBe(200)
      return page
    })
    expect(shown.headers.get('content-security-policy')).toMatch(
      /; frame-ancestors 'self' http:\/\/example\.com:\* http:\/\/\*\.example\.org:\*$/,
    )
    expect(shown.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    const refused = await fetch(embed, { headers: { accept: 'text/html', referer: 'https://evil.test/' } })
    const page = await refused.text()
    expect(refused.status).toBe(403)
    expect(page).toContain('data-refusal="referrer-not-allowed"')
    expect(page).not.toContain('secret plans')
  })

  it('plays for members of the console, with a token of their own', async () => {
    const { items } = await world.owner.call('listPlaybackIds', { params: { id: world.content.id } })
    const value = items.find(({ id }) => id === playbackId)?.token?.value ?? ''
    const withToken = files.slice(0, -1).map((url) => `${url}${url.includes('?') ? '&' : '?'}token=${value}`)
    expect(await answers({ referer: 'https://evil.test/' }, withToken)).toBe('200')
    expect(await text(withToken[0] ?? '')).toContain(`token=${value}`)
    const other = files.slice(0, 5).map((url) => `${url.replace(playbackId, world.content.playbackId)}`)
    expect(await answers({}, other)).toBe('200')
    expect(await answers({}, [`${files[0]}?token=nonsense`])).toBe(noReferrer)
  })
})

describe('an id that plays for a time', () => {
  const inS = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString()

  it('begins and ends, whatever the file', async () => {
    const playableFrom = inS(3600)
    await restrict({ playableFrom, playableUntil: inS(7200) })
    await expect.poll(() => answers()).toBe('403 /problems/playback-not-begun')
    const early = await fetch(`${world.kinora.url}/watch/${playbackId}`, { headers: { accept: 'text/html' } })
    expect(await early.text()).toContain(`data-moment="${playableFrom}"`)
    clock.advance(3601)
    await expect.poll(() => answers()).toBe('200')
    clock.advance(3590)
    const segment = await fetch(files[3] ?? '')
    const seconds = Number(/^private, max-age=(\d+)$/.exec(segment.headers.get('cache-control') ?? '')?.[1])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThan(10)
    clock.advance(10)
    expect(await answers()).toBe('403 /problems/playback-over')
  })

  it('plays at once when its time is changed', async () => {
    await restrict({ playableUntil: inS(60) })
    await expect.poll(() => answers()).toBe('200')
    await restrict({})
    await expect
      .poll(async () => (await fetch(files[3] ?? '')).headers.get('cache-control'))
      .toBe('public, max-age=31536000, immutable')
  })
})

it("restrictions of the video's first ID do not apply to its other IDs", async () => {
  const { urls, playbackId: first } = world.content
  await restrict({ allowedReferrers: ['example.com'], allowNoReferrer: false }, first)
  await expect.poll(() => answers({}, [urls.hls])).toBe(noReferrer)
  expect(await answers()).toBe('200')
  const seen = await world.owner.call('getContent', { params: { id: world.content.id } })
  expect((await fetch(seen.poster ?? '')).status).toBe(200)
  expect((await fetch(`${urls.hls}?token=${seen.playbackToken?.value}`)).status).toBe(200)
  await restrict({}, first)
  await expect.poll(() => answers({}, [urls.hls])).toBe('200')
})
