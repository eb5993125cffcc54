// Slow: encodes hostile files as far as possible.
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { videoExtensions } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentWhen, isSettled, uploadFile } from '../../../testing/client.ts'
import { h264, makeClip, pattern } from '../../../testing/clips.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let trap: Server
let trapUrl: string
let trapped = 0
beforeAll(async () => {
  world = await openWorld()
  trap = createServer((_request, reply) => {
    trapped += 1
    reply.end('trapped')
  })
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
  trapUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`
})
afterAll(async () => {
  trap.closeAllConnections()
  await new Promise((resolve) => trap.close(resolve))
  await world.end()
})

const secret = '/etc/passwd'

/** Texts that ffmpeg would follow if it detected the format itself. */
const disguises: Record<string, () => string> = {
  'an HLS playlist of a local file': () =>
    `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile://${secret}\n#EXT-X-ENDLIST\n`,
  'an HLS playlist of an address': () =>
    `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${trapUrl}/x.ts\n#EXT-X-ENDLIST\n`,
  'a concat list': () => `ffconcat version 1.0\nfile '${secret}'\n`,
  'a DASH manifest': () => `<?xml version="1.0"?><MPD><BaseURL>${trapUrl}/</BaseURL></MPD>`,
  'an SDP description': () =>
    `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n`,
  'an SVG picture': () => `<svg xmlns="http://www.w3.org/2000/svg"><image href="${trapUrl}/x.png"/></svg>`,
}

/** Every extension, and every disguise. The sniffer sees no names, and its tests refuse each disguise. */
const disguised = videoExtensions.map((extension, n) => {
  const [what = '', text = () => ''] = Object.entries(disguises)[n % Object.keys(disguises).length] ?? []
  return { what, extension, text }
})

it.each(disguised)(
  '$what named .$extension is refused and nothing it names is opened',
  async ({ extension, text }) => {
    const path = join(world.folder, `disguise.${extension}`)
    await writeFile(path, text())
    const uploaded = await uploadFile(world.owner, path)
    const content = await contentWhen(world.owner, uploaded.id, isSettled)
    expect(content).toMatchObject({
      status: 'failed',
      playable: false,
      error: { id: 'media-unreadable', retryable: false },
    })
    expect(trapped).toBe(0)
  },
)

it('every disguise is uploaded', () => {
  expect(new Set(disguised.map(({ what }) => what))).toEqual(new Set(Object.keys(disguises)))
})

describe('a media bomb', () => {
  const uploadAndWait = async (name: string, bytes: Buffer) => {
    const path = join(world.folder, name)
    await writeFile(path, bytes)
    return contentWhen(world.owner, (await uploadFile(world.owner, path)).id, isSettled)
  }

  it('of huge dimensions is refused before it is decoded', async () => {
    const clip = await makeClip(
      join(world.folder, 'big.avi'),
      '-f',
      'lavfi',
      '-i',
      'color=s=64x64:d=1',
      '-c:v',
      'rawvideo',
    )
    const bytes = await readFile(clip)
    // BITMAPINFOHEADER: width and height stand 4 and 8 bytes after the chunk's name and size.
    const at = bytes.indexOf('strf') + 8
    bytes.writeInt32LE(65_535, at + 4)
    bytes.writeInt32LE(65_535, at + 8)
    expect(await uploadAndWait('bomb.avi', bytes)).toMatchObject({
      status: 'failed',
      error: { retryable: false },
    })
  })

  it('of a million frames per second is refused', async () => {
    const clip = await makeClip(
      join(world.folder, 'rate.mkv'),
      '-f',
      'lavfi',
      '-i',
      'color=s=16x16:r=1000:d=1',
      '-c:v',
      'ffv1',
      '-r',
      '1000',
    )
    expect(await uploadAndWait('rate-bomb.mkv', await readFile(clip))).toMatchObject({
      status: 'failed',
      error: { id: 'media-frame-rate', retryable: false },
    })
  })

  it('of noise after a valid header is refused', async () => {
    const head = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 0x01])
    const noise = Buffer.concat([head, Buffer.alloc(500_000, 0xa5)])
    expect(await uploadAndWait('noise.mkv', noise)).toMatchObject({
      status: 'failed',
      error: { id: 'media-unreadable' },
    })
  })
})

const settle = async (path: string) =>
  contentWhen(world.owner, (await uploadFile(world.owner, path)).id, isSettled)

describe('a wrong header', () => {
  it('about the frame rate is corrected by the packets', async () => {
    const clip = await makeClip(join(world.folder, 'rate-of-60.mkv'), ...pattern(2, '320x180', 60), ...h264)
    const bytes = await readFile(clip)
    // DefaultDuration of the video track in nanoseconds (RFC 9559, 5.1.4.1.13), in three bytes.
    const at = bytes.indexOf(Buffer.from('23e38383', 'hex')) + 4
    expect(bytes.readUIntBE(at, 3)).toBe(16_666_666)
    bytes.writeUIntBE(1_000_000, at, 3)
    await writeFile(clip, bytes)
    const content = await settle(clip)
    expect(content).toMatchObject({ status: 'ready', error: null })
    expect(content.maxFrameRate).toBeCloseTo(60, 0)
  })

  it.each([
    ['an hour', '0', '3600'],
    ['a day', '3600', '0'],
  ])('about the duration is corrected, if the first of the times makes it %s', async (_what, ...starts) => {
    const [first, rest] = await Promise.all(
      starts.map(async (startS, n) => {
        const path = join(world.folder, `from-${n}-${startS}.ts`)
        const offset = ['-output_ts_offset', startS]
        return readFile(await makeClip(path, ...pattern(n === 0 ? 0.04 : 2, '320x180'), ...h264, ...offset))
      }),
    )
    const path = join(world.folder, `jump-${starts[0]}.ts`)
    await writeFile(path, Buffer.concat([first ?? Buffer.alloc(0), rest ?? Buffer.alloc(0)]))
    const content = await settle(path)
    expect(content).toMatchObject({ status: 'ready', error: null })
    expect(content.duration).toBeCloseTo(2, 0)
  })

  it.each([3600, 90_000])('about the duration is corrected, if times start at %i s', async (startS) => {
    const path = join(world.folder, `clock-${startS}.mkv`)
    const offset = ['-output_ts_offset', String(startS)]
    const content = await settle(await makeClip(path, ...pattern(2, '320x180'), ...h264, ...offset))
    expect(content).toMatchObject({ status: 'ready', error: null })
    expect(content.duration).toBeCloseTo(2, 0)
  })
})

describe('a video without a decodable frame', () => {
  it('fails with that reason', async () => {
    const clip = await makeClip(join(world.folder, 'empty.mp4'), ...pattern(2, '320x180'), ...h264, '-an')
    const bytes = await readFile(clip)
    let at = bytes.indexOf('mdat') + 4
    const end = at - 8 + bytes.readUInt32BE(at - 8)
    // Only the length and type of each NAL unit stay (ISO/IEC 14496-15), so that it can be repackaged.
    for (let length = 0; at < end; at += 4 + length) {
      length = bytes.readUInt32BE(at)
      bytes.fill(0, at + 5, at + 4 + length)
    }
    await writeFile(clip, bytes)
    expect(await settle(clip)).toMatchObject({
      status: 'failed',
      playable: false,
      error: { id: 'media-no-frames', retryable: false },
    })
  })

  it('fails with that reason, if it would be encoded', async () => {
    const codecs = ['-c:v', 'mpeg4', '-c:a', 'libmp3lame']
    const clip = await makeClip(join(world.folder, 'empty.avi'), ...pattern(2, '320x180'), ...codecs)
    const bytes = await readFile(clip)
    // Changes the chunks of the video stream; the audio stays.
    for (let at = bytes.indexOf('movi') + 4; bytes.toString('latin1', at, at + 4) !== 'idx1'; ) {
      const length = bytes.readUInt32LE(at + 4)
      if (bytes.toString('latin1', at, at + 4) === '00dc') bytes.fill(0, at + 8, at + 8 + length)
      at += 8 + length + (length % 2)
    }
    await writeFile(clip, bytes)
    expect(await settle(clip)).toMatchObject({
      status: 'failed',
      playable: false,
      error: { id: 'media-no-frames', retryable: false },
    })
  })
})

describe('a URL from a user', () => {
  const bring = (url: string) =>
    world.owner.send('POST', '/video/api/v1/contents', { body: { url, playbackPolicy: 'public' } })

  it.each([
    'http://169.254.169.254/latest',
    'http://10.0.0.1/x.mp4',
    'http://[::ffff:10.0.0.1]/x.mp4',
    'http://[fd00::1]/x.mp4',
  ])('is refused when it is %s', async (url) => {
    expect(await bring(url)).toMatchObject({ status: 422, body: { type: '/problems/url-not-allowed' } })
  })

  it.each([
    ['', 'URL required'],
    ['not an address', 'Please enter valid url'],
    ['file:///etc/passwd', 'Please enter valid url'],
    ['javascript:alert(1)', 'Please enter valid url'],
  ])('is refused when it is "%s", in the words of the specification', async (url, message) => {
    const answer = await bring(url)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(message)
  })

  it('needs a playback policy', async () => {
    const answer = await world.owner.send('POST', '/video/api/v1/contents', {
      body: { url: 'https://example.com/x.mp4' },
    })
    expect(JSON.stringify(answer.body)).toContain('Playback policy required')
  })

  it('imports a video, or fails with a reason and can be retried', async () => {
    const served = await world.owner.call('createContent', {
      body: { url: world.content.urls.mp4 ?? '', playbackPolicy: 'public' },
    })
    expect(await contentWhen(world.owner, served.id, isSettled)).toMatchObject({
      status: 'ready',
      title: 'highest.mp4',
    })
    const text = await world.owner.call('createContent', {
      body: { url: `${trapUrl}/x.mp4`, playbackPolicy: 'public' },
    })
    expect(await contentWhen(world.owner, text.id, isSettled)).toMatchObject({
      status: 'failed',
      error: { id: 'media-unreadable' },
    })
  })
})
