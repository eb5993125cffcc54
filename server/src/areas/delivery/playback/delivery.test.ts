import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultyFfmpeg } from '../../../testing/jobs/faulty-ffmpeg.ts'
import { startTestKinora } from '../../../testing/kinora.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const SOON = 'public, max-age=60, stale-while-revalidate=60'

let world: World
let segment: string
beforeAll(async () => {
  world = await openWorld()
  const playlist = await text(world.content.urls.hls)
  const media = new URL(lines(playlist)[0] ?? '', world.content.urls.hls).href
  segment = new URL(lines(await text(media))[0] ?? '', media).href
})
afterAll(() => world.end())

const text = async (url: string) => (await fetch(url)).text()
const lines = (playlist: string) =>
  playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
const image = (rest: string) => `${world.kinora.url}/image/${world.content.playbackId}/${rest}`

describe('playlists', () => {
  it('name codecs, size, frame rate and audio, with URLs that work behind any CDN', async () => {
    const playlist = await text(world.content.urls.hls)
    expect(playlist).toMatch(
      /#EXT-X-STREAM-INF:BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2"/,
    )
    expect(playlist).toContain('RESOLUTION=320x180')
    expect(playlist).toContain('FRAME-RATE=25.000')
    expect(playlist).not.toContain('http')
  })

  it('are short-lived in caches, open to players anywhere, and 304 when unchanged', async () => {
    const first = await fetch(world.content.urls.hls)
    expect(first.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
    expect(first.headers.get('cache-control')).toBe('public, max-age=2')
    expect(first.headers.get('access-control-allow-origin')).toBe('*')
    const etag = first.headers.get('etag') ?? ''
    expect((await fetch(world.content.urls.hls, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  it('are not found as soon as the video is deleted', async () => {
    const sample = await world.owner.call('createSample', {})
    await world.owner.call('deleteContent', { params: { id: sample.id } })
    await expect.poll(async () => (await fetch(sample.urls.hls)).status).toBe(404)
  })
})

describe('segments', () => {
  it('are cached permanently and support HEAD and ranges', async () => {
    const whole = await fetch(segment)
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect(whole.headers.get('cache-control')).toContain('immutable')
    const head = await fetch(segment, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(bytes.length))
    for (const [range, from, to] of [
      ['bytes=0-9', 0, 10],
      ['bytes=10-', 10, bytes.length],
      ['bytes=-7', bytes.length - 7, bytes.length],
    ] as const) {
      const part = await fetch(segment, { headers: { range } })
      expect(part.status).toBe(206)
      expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(from, to))
      expect(part.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${bytes.length}`)
    }
    const beyond = await fetch(segment, { headers: { range: `bytes=${bytes.length}-` } })
    expect(beyond.status).toBe(416)
    expect(beyond.headers.get('content-range')).toBe(`bytes */${bytes.length}`)
  })

  it('exist only if the playlist lists them', async () => {
    for (const name of ['seg-99999.m4s', 'seg-0.m4s', '..%2f..%2fsource', 'source', 'index.m3u8.bak']) {
      expect((await fetch(segment.replace(/seg-\d+\.m4s$/, name))).status).toBe(404)
    }
  })

  it("are not found under another video's id", async () => {
    const other = await world.owner.call('createSample', {})
    expect((await fetch(segment.replace(world.content.playbackId, other.playbackId))).status).toBe(404)
  })
})

describe('images', () => {
  it('come at any time, size and format', async () => {
    const sizes: [string, string, number[]][] = [
      ['thumbnail.jpg', 'image/jpeg', [0xff, 0xd8]],
      ['thumbnail.jpg?time=1.5&width=160', 'image/jpeg', [0xff, 0xd8]],
      ['thumbnail.png?width=64&height=64&fit_mode=crop', 'image/png', [0x89, 0x50]],
      ['thumbnail.webp?time=99', 'image/webp', [0x52, 0x49]],
      ['animated.gif?start=0&end=1&width=80&fps=5', 'image/gif', [0x47, 0x49]],
      ['storyboard.jpg', 'image/jpeg', [0xff, 0xd8]],
      ['waveform.png', 'image/png', [0x89, 0x50]],
    ]
    for (const [rest, type, magic] of sizes) {
      const answer = await fetch(image(rest))
      expect([rest, answer.status, answer.headers.get('content-type')]).toEqual([rest, 200, type])
      expect([...new Uint8Array(await answer.arrayBuffer()).subarray(0, 2)]).toEqual(magic)
    }
  })

  it('are cropped to exactly the requested size', async () => {
    const png = Buffer.from(
      await (await fetch(image('thumbnail.png?width=64&height=48&fit_mode=crop'))).arrayBuffer(),
    )
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([64, 48])
  })

  it('describe themselves for a scrubber', async () => {
    const vtt = await text(image('storyboard.vtt'))
    expect(vtt).toMatch(
      /^WEBVTT\n\n00:00:00\.000 --> 00:00:01\.000\nstoryboard\.jpg\?v=drawn#xywh=0,0,\d+,\d+/,
    )
  })

  it('are revalidated soon, without rendering again if they are unchanged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-undrawn-'))
    const ffmpeg = await faultyFfmpeg(folder)
    const env = { ROLES: 'delivery', FFMPEG_PATH: ffmpeg.path }
    const other = await startTestKinora({ beside: world.kinora, env })
    await ffmpeg.failOn('-')
    for (const name of [
      'thumbnail.png?time=1.2',
      'thumbnail.jpg?time=0.5&width=100',
      'thumbnail.webp?width=90',
      'animated.gif?start=0&end=1&width=80&fps=5',
    ]) {
      const drawn = await fetch(image(name))
      expect(drawn.status).toBe(200)
      const etag = drawn.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w-]+"$/)
      const cache = name.includes('webp') ? 'public, max-age=2' : SOON
      expect([name, drawn.headers.get('cache-control')]).toEqual([name, cache])
      const there = image(name).replace(world.kinora.url, other.url)
      expect([name, (await fetch(there)).status]).toEqual([name, 500])
      const known = await fetch(there, { headers: { 'if-none-match': etag } })
      expect([name, known.status, known.headers.get('etag')]).toEqual([name, 304, etag])
      expect(known.headers.get('cache-control')).toBe(cache)
    }
    await other.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('are cached for an hour if their URL names the current version', async () => {
    const ages = async (name: string) => (await fetch(image(name))).headers.get('cache-control')
    for (const name of ['storyboard.vtt', 'storyboard.jpg', 'waveform.png', 'thumbnail.jpg?time=1']) {
      expect(await ages(name)).toBe(SOON)
      const versioned = `${name}${name.includes('?') ? '&' : '?'}v=drawn`
      expect(await ages(versioned)).toBe('public, max-age=3600')
      expect(await ages(`${versioned}-another`)).toBe(SOON)
    }
    const content = await world.owner.call('getContent', { params: { id: world.content.id } })
    expect(content.waveform).toContain('waveform.png?v=drawn')
  })

  it('refuse a GIF that ends before it starts', async () => {
    expect((await fetch(image('animated.gif?start=1&end=0.5'))).status).toBe(400)
  })
})

describe('downloads', () => {
  it('are one MP4 with both tracks, named like the video', async () => {
    const answer = await fetch(world.content.urls.mp4 ?? '')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toContain('secret plans of deccan.mp4')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.subarray(4, 8).toString()).toBe('ftyp')
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    expect((await fetch(`${world.kinora.url}/play/${world.content.playbackId}/999p.mp4`)).status).toBe(404)
  })
})

describe('a page of another site', () => {
  const elsewhere = { origin: 'https://newsroom.example' }

  it('may read error responses', async () => {
    const { playbackId } = world.content
    for (const [path, status] of [
      ['/play/0123456789abcdef.m3u8', 404],
      [`/play/${playbackId}/nothing/of/the/kind`, 404],
      [`/play/${playbackId}/999p.mp4`, 404],
      ['/play/%ZZ', 400],
      ['/image/0123456789abcdef/thumbnail.jpg', 404],
      [`/image/${playbackId}/thumbnail.jpg?width=0`, 400],
      [`/image/${playbackId}/animated.gif?start=1&end=0.5`, 400],
    ] as const) {
      const answer = await fetch(world.kinora.url + path, { headers: elsewhere })
      expect([path, answer.status]).toEqual([path, status])
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    }
    const beyond = await fetch(segment, { headers: { ...elsewhere, range: 'bytes=99999999-' } })
    expect([beyond.status, beyond.headers.get('access-control-allow-origin')]).toEqual([416, '*'])
    const asked = { headers: { ...elsewhere, 'x-forwarded-for': '10.9.9.9' } }
    const statuses = new Set<string>()
    // Refusals of a caller that asks on are held for a second, so one is enough.
    for (let n = 0; n < 1300 && statuses.size < 2; n++) {
      const answer = await fetch(`${world.kinora.url}/image/0123456789abcdef/storyboard.vtt`, asked)
      await answer.body?.cancel()
      statuses.add(`${answer.status} ${answer.headers.get('access-control-allow-origin')}`)
    }
    expect([...statuses]).toEqual(['404 *', '429 *'])
  })

  it('may read no other responses', async () => {
    const answer = await fetch(`${world.kinora.url}/video/api/v1/contents/${world.content.id}`, {
      headers: elsewhere,
    })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, null])
  })

  it('is allowed range requests by preflight', async () => {
    for (const url of [segment, world.content.urls.hls, image('thumbnail.jpg')]) {
      const headers = {
        ...elsewhere,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'range',
      }
      const answer = await fetch(url, { method: 'OPTIONS', headers })
      expect(answer.status).toBe(204)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('access-control-allow-methods')).toContain('GET')
      expect(answer.headers.get('access-control-allow-headers')).toContain('range')
      expect(Number(answer.headers.get('access-control-max-age'))).toBeGreaterThan(0)
    }
  })
})

describe('the embed page', () => {
  it('may be framed anywhere, runs only our scripts, and shows a title as text', async () => {
    const title = '"><script>alert(1)</script><img src=x onerror=alert(2)>'
    await world.owner.call('updateContent', { params: { id: world.content.id }, body: { title } })
    await expect.poll(() => text(world.content.urls.embed)).toContain('&lt;script&gt;alert(1)')
    const page = await fetch(world.content.urls.embed)
    const html = await page.text()
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain('frame-ancestors *')
    expect(policy).toContain("script-src 'self'")
    expect(html).toMatch(/<h1[^>]*>&quot;&gt;&lt;script&gt;alert/)
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img')
  })

  it('reports a missing video in the player', async () => {
    const answer = await fetch(`${world.kinora.url}/embed/0123456789abcdef`, {
      headers: { accept: 'text/html' },
    })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toContain('text/html')
  })

  it('is found by oEmbed', async () => {
    const { url } = world.kinora
    const answer = await fetch(
      `${url}/oembed?url=${encodeURIComponent(world.content.urls.embed)}&maxwidth=320`,
    )
    expect(await answer.json()).toMatchObject({ version: '1.0', type: 'video', width: 320, height: 180 })
    const shared = encodeURIComponent(`${world.content.urls.shareable}?loop=1&t=5&color="><script>`)
    const { html } = JSON.parse(await text(`${url}/oembed?url=${shared}`))
    expect(html).toContain(`src="${world.content.urls.embed}?loop=1&amp;t=5&amp;color=%22%3E%3Cscript%3E"`)
    expect((await fetch(`${url}/oembed?url=https://example.com/x`)).status).toBe(404)
    const broken = encodeURIComponent('http://[/embed/0123456789abcdef')
    expect((await fetch(`${url}/oembed?url=${broken}`)).status).toBe(404)
  })
})
