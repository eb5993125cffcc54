import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createFlvTags, type LivePacket, type LiveTrack } from '@kinora/media'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../../../platform/log.ts'
import type { RtmpFailure } from '../../../../platform/transport/rtmp/failure.ts'
import { MAX_QUEUE_BYTES } from '../../../../platform/transport/rtmp/frame-sender.ts'
import { publishRtmp, type RtmpLink } from '../../../../platform/transport/rtmp/publisher.ts'
import { type RtmpTestServer, startRtmpTestServer } from '../../../../testing/live/rtmp-server.ts'
import { eventually } from '../../../../testing/machine/eventually.ts'
import { patient } from '../../../../testing/machine/patience.ts'

const KEY = 'SECRET-STREAM-KEY'
const video: LiveTrack = {
  kind: 'video',
  codec: 'h264',
  config: Uint8Array.of(1, 0x64, 0, 0x1f, 0xff, 0xe1, 0, 0),
}
const audio: LiveTrack = { kind: 'audio', codec: 'aac', config: Uint8Array.of(0x11, 0x90) }
const closing: (() => unknown)[] = []
let folder: string
let certificate: { cert: string; key: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-rtmps-'))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost'
  const names = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert]
  await promisify(execFile)('openssl', [...words.split(' '), ...names])
  certificate = { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') }
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function serverWith(options: Parameters<typeof startRtmpTestServer>[0] = {}): Promise<RtmpTestServer> {
  const server = await startRtmpTestServer(options)
  closing.push(server.close)
  return server
}

interface Published {
  readonly link: RtmpLink
  readonly ends: RtmpFailure[]
  push(...items: (LiveTrack | LivePacket)[]): void
  stop(): void
}

async function published(port: number, tls: { tlsHost?: string; ca?: string[] } = {}): Promise<Published> {
  const ends: RtmpFailure[] = []
  const { tlsHost = null, ca } = tls
  const stopping = new AbortController()
  const target = { app: 'live', name: KEY, tcUrl: `rtmp://127.0.0.1:${port}/live` }
  const link = await publishRtmp(
    { ...target, server: { address: '127.0.0.1', port, tlsHost, ca } },
    {
      signal: stopping.signal,
      onEnd: (failure) => ends.push(failure),
      log: createLog('silent'),
      acceptMs: patient(10_000),
    },
  )
  closing.push(link.close)
  const tags = createFlvTags(link.send)
  return {
    link,
    ends,
    stop: () => stopping.abort(),
    push(...items) {
      for (const item of items) {
        if ('config' in item) tags.track(item)
        else tags.packet(item)
      }
    },
  }
}

/** A picture of each 40 ms, with a keyframe each second. */
function picture(n: number, bytes = 100): LivePacket {
  const data = new Uint8Array(bytes).fill(n)
  data.set([0, 0, 0, bytes - 4, n % 25 === 0 ? 0x65 : 0x41])
  const isKey = n % 25 === 0
  return { kind: 'video', dts: 900_000 + n * 3600, cts: 3600 * (n % 3), isKey, isOpen: false, data }
}
function tone(n: number): LivePacket {
  return { kind: 'audio', dts: 900_000 + n * 1920, cts: 0, isKey: true, data: Uint8Array.of(n, 1, 2) }
}

describe('a published stream', () => {
  it('begins with a keyframe at time 0, and has all frames, also with a new configuration', async () => {
    const server = await serverWith()
    const { push, link, ends } = await published(server.port)
    push(video, picture(1), audio, tone(0), picture(25), tone(50), picture(26))
    const changed = { ...video, config: Uint8Array.of(...video.config, 9) }
    push(changed, picture(50), tone(100))
    const [received] = server.publishers
    await eventually(() => expect(received?.packets).toHaveLength(5))
    expect(received).toMatchObject({ app: 'live', key: KEY })
    expect(received?.tracks).toEqual([video, audio, changed])
    const shown = received?.packets.map(({ kind, dts, cts }) => [kind, dts / 90, cts / 90])
    expect(shown).toEqual([
      ['video', 0, 40],
      ['audio', 67, 0],
      ['video', 40, 80],
      ['video', 1000, 80],
      ['audio', 1133, 0],
    ])
    expect(received?.metadata.at(-1)?.get('audiosamplerate')).toBe(48_000)
    await eventually(() => expect(link.figures().acknowledged).toBeGreaterThan(0))
    expect(link.figures()).toMatchObject({ queueBytes: 0, dropped: 0, rttMs: expect.any(Number) })
    link.close()
    await eventually(() => expect(received?.hasLeft()).toBe(true))
    expect(ends).toEqual([])
  })

  it('is taken back when it is no longer wanted', async () => {
    const server = await serverWith()
    const { ends, stop } = await published(server.port)
    stop()
    await eventually(() => expect(server.publishers[0]?.hasLeft()).toBe(true))
    expect(ends).toEqual([])
  })

  it('is not acknowledged by a server that answers nothing', async () => {
    const server = await serverWith({ acknowledges: false })
    const { push, link } = await published(server.port)
    push(video, picture(0))
    await eventually(() => expect(server.publishers[0]?.packets).toHaveLength(1))
    expect(link.figures()).toMatchObject({ acknowledged: 0, rttMs: null })
  })

  it('leaves frames out up to a keyframe while the server is too slow', async () => {
    const server = await serverWith()
    const { push, link } = await published(server.port)
    push(video, picture(0))
    const [received] = server.publishers
    await eventually(() => expect(received?.packets).toHaveLength(1))
    received?.pause()
    let n = 1
    while (link.figures().dropped < 30) push(picture(n++, 60_000))
    expect(link.figures().queueBytes).toBeLessThan(MAX_QUEUE_BYTES + 200_000)
    received?.resume()
    await eventually(() => expect(link.figures().queueBytes).toBe(0))
    const next = Math.ceil(n / 25) * 25
    push(picture(next - 1), picture(next), picture(next + 1))
    await eventually(() => expect(received?.packets.at(-1)?.dts).toBe((next + 1) * 40 * 90))
    const last = received?.packets.slice(-2) ?? []
    expect(last.map(({ isKey, dts }) => [isKey, dts / 90])).toEqual([
      [true, next * 40],
      [false, (next + 1) * 40],
    ])
  })

  it('of HEVC goes to servers that read it, and names the codec otherwise', async () => {
    const config = Uint8Array.from({ length: 23 }, (_, n) => (n === 0 ? 1 : n === 21 ? 0x0f : 0))
    const hevc: LiveTrack = { kind: 'video', codec: 'hevc', config }
    const modern = await serverWith({ fourCcs: ['hvc1'] })
    const sent = await published(modern.port)
    sent.push(hevc, picture(0))
    await eventually(() => expect(modern.publishers[0]?.tracks).toEqual([hevc]))
    const old = await published((await serverWith()).port)
    old.push(hevc)
    expect(old.ends).toMatchObject([{ reason: 'codec-not-supported', detail: 'HEVC' }])
  })
})

describe('a server', () => {
  it('that refuses is quoted without the stream key', async () => {
    const refuse = { code: 'NetStream.Publish.BadName', description: 'KEY is in use.' }
    const server = await serverWith({ refuse })
    const detail = 'NetStream.Publish.BadName: *** is in use.'
    await expect(published(server.port)).rejects.toMatchObject({ reason: 'refused', detail })
  })

  it.each([-1, 2 ** 32, 0, 1.5, Number.NaN])('with the stream ID %d is a failure', async (streamId) => {
    const server = await serverWith({ streamId })
    await expect(published(server.port)).rejects.toMatchObject({ reason: 'failed' })
  })

  it('that asks without end and reads nothing is disconnected', async () => {
    const server = await serverWith({ asksWithoutReading: true })
    await expect(published(server.port)).rejects.toMatchObject({ reason: 'failed' })
  })

  it('that does not exist, or speaks something else, is a failure with its reason', async () => {
    const server = await serverWith()
    await server.close()
    await expect(published(server.port)).rejects.toMatchObject({ reason: 'no-answer' })
    const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    closing.push(() => other.close())
    const address = other.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    await expect(published(port)).rejects.toMatchObject({ reason: 'left' })
  })

  it('that ends the connection is noticed at once', async () => {
    const server = await serverWith()
    const { ends } = await published(server.port)
    server.publishers[0]?.disconnect()
    await eventually(() => expect(ends).toMatchObject([{ reason: 'left', detail: null }]))
  })

  it('of RTMPS needs a certificate for its name from a known authority', async () => {
    const server = await serverWith({ tls: certificate })
    const ca = [certificate.cert]
    const { push } = await published(server.port, { tlsHost: 'localhost', ca })
    push(video, picture(0))
    await eventually(() => expect(server.publishers[0]?.packets).toHaveLength(1))
    for (const tls of [
      { tlsHost: 'localhost' },
      { tlsHost: 'other.example', ca },
      { tlsHost: '127.0.0.1', ca },
    ])
      await expect(published(server.port, tls)).rejects.toMatchObject({ reason: 'certificate' })
  })
})
