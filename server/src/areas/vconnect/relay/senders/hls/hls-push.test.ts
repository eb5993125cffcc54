import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createTsView } from '@kinora/media'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../../../config.ts'
import { systemClock } from '../../../../../platform/clock.ts'
import { startServer, testPassword } from '../../../../../testing/intake/servers/servers.ts'
import { type HlsOrigin, startHlsOrigin } from '../../../../../testing/live/hls-origin.ts'
import { eventually } from '../../../../../testing/machine/eventually.ts'
import type { SenderSpec } from '../../specs.ts'
import { pushHls } from './hls-push.ts'
import { pushPlaces } from './push-places.ts'

const run = promisify(execFile)
const PAYLOAD_BYTES = 1316
const SECONDS = 62
const FRAMES_A_SEGMENT = 4 * 5
const closing: (() => unknown)[] = []
let folder: string
/** Payloads of a minute of video and audio, with a keyframe every two seconds, by the second in which they are sent. */
let seconds: { readonly payload: Buffer; readonly atUs: number }[][]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-hls-'))
  const file = join(folder, 'stream.ts')
  const sources = `-f lavfi -i testsrc2=s=64x64:r=5:d=${SECONDS} -f lavfi -i sine=r=16000:d=${SECONDS}`
  const codecs = '-c:v libx264 -preset ultrafast -g 10 -sc_threshold 0 -bf 0 -c:a aac -b:a 24k -f mpegts'
  await run('ffmpeg', ['-v', 'error', ...sources.split(' '), ...codecs.split(' '), file])
  seconds = bySecond(await readFile(file))
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function bySecond(stream: Buffer) {
  const view = createTsView()
  const found: { payload: Buffer; atUs: number }[][] = []
  for (let at = 0; at < stream.length; at += PAYLOAD_BYTES) {
    const payload = stream.subarray(at, at + PAYLOAD_BYTES)
    for (let packet = 0; packet < payload.length; packet += 188)
      view.read(payload.subarray(packet, packet + 188), 0)
    const atUs = Math.round(((view.clock()?.ticks ?? 0) / 90_000) * 1_000_000)
    const second = Math.floor(atUs / 1_000_000)
    found[second] ??= []
    found[second].push({ payload, atUs })
  }
  return found
}

async function originWith(authorization?: string): Promise<HlsOrigin> {
  const origin = await startHlsOrigin(authorization)
  closing.push(origin.close)
  return origin
}

/** Pushes to an address, and returns the reasons of failures. */
function pushTo(url: string, streamId = '', kind: 'hls' | 's3' = 'hls') {
  const failures: string[] = []
  const end = { kind, mode: 'caller', port: 0, latencyMs: 0, fec: 'none', fecColumns: 1 } as const
  const spec: SenderSpec = { ...end, url, fecRows: 4, maxCallers: 1, passphrase: '', streamId, stream: null }
  const sink = {
    connecting: () => undefined,
    failing: (reason: string, _nextMs: number, detail: string | null) =>
      void failures.push(`${reason} ${detail ?? ''}`.trim()),
  }
  const config = readConfig({ DATA_DIR: '/nowhere', URL_ALLOW_PRIVATE: '127.0.0.0/8' })
  const sender = pushHls(spec, sink, { config, clock: systemClock, authorities: undefined })
  closing.push(sender.close)
  return {
    sender,
    failures,
    /** Sends seconds of the stream, and waits until the server has all segments. */
    async send(from: number, to: number, waits = true): Promise<void> {
      for (const second of seconds.slice(from, to)) {
        for (const { payload, atUs } of second ?? []) sender.push(payload, atUs)
        if (waits) await eventually(() => expect(sender.figures().queueBytes).toBe(0))
      }
    },
  }
}

/** The names in a playlist. */
function listedIn(playlist: Buffer | undefined): string[] {
  return (playlist?.toString() ?? '').split('\n').filter((line) => /\.ts$/.test(line))
}

describe('HLS that is pushed', () => {
  it('has the last segments in its playlist, which play, and removes old ones', async () => {
    const origin = await originWith('Bearer a-secret-token')
    const { send, sender, failures } = pushTo(`http://127.0.0.1:${origin.port}/live`, 'a-secret-token')
    await send(0, SECONDS)
    await eventually(() => expect(origin.removed.length).toBe(3))
    expect(failures).toEqual([])
    expect(origin.faults).toEqual([])
    const names = listedIn(origin.files.get('/live/index.m3u8'))
    expect(names).toHaveLength(6)
    const kept = [...origin.files].filter(([path]) => path.endsWith('.ts'))
    expect(kept).toHaveLength(12)
    expect(kept.slice(-6).map(([path]) => path)).toEqual(names.map((name) => `/live/${name}`))
    const file = join(folder, 'kept.ts')
    await writeFile(file, Buffer.concat(kept.map(([, body]) => body)))
    const counted = '-v error -select_streams v -count_frames -show_entries stream=nb_read_frames -of csv=p=0'
    const { stdout } = await run('ffprobe', [...counted.split(' '), file])
    expect(Number.parseInt(stdout, 10)).toBe(12 * FRAMES_A_SEGMENT)
    expect(sender.figures()).toMatchObject({ arrived: 15, dropped: 0, peers: [`127.0.0.1:${origin.port}`] })
  })

  it('says what refuses it, and sends each segment once after that', async () => {
    const origin = await originWith()
    const { send, failures } = pushTo(`http://127.0.0.1:${origin.port}/a.m3u8`)
    origin.answer('a.m3u8', 503)
    await send(0, 5, false)
    await eventually(() => expect(failures).toEqual(['refused HTTP 503']))
    origin.answer('a.m3u8', 200)
    await eventually(() => expect(listedIn(origin.files.get('/a.m3u8'))).toHaveLength(1))
    origin.answer('.ts', 403)
    await send(5, 9, false)
    await eventually(() => expect(failures).toEqual(['refused HTTP 503', 'refused HTTP 403']))
    origin.answer('.ts', 200)
    await eventually(() => expect(listedIn(origin.files.get('/a.m3u8'))).toHaveLength(2))
    expect(origin.faults).toEqual([])
  })

  it('sends again if the server breaks a connection', async () => {
    const origin = await originWith()
    const { send, failures } = pushTo(`http://127.0.0.1:${origin.port}/live/`)
    origin.breakNext()
    await send(0, 9)
    expect(listedIn(origin.files.get('/live/index.m3u8'))).toHaveLength(2)
    expect([failures, origin.faults]).toEqual([[], []])
  })

  it('leaves out what is too old for a server that was away', async () => {
    const origin = await originWith()
    origin.answer('/', 500)
    const { send, sender } = pushTo(`http://127.0.0.1:${origin.port}/`)
    await send(0, 40, false)
    expect(sender.figures().dropped).toBe(5)
    origin.answer('/', 200)
    await eventually(() => expect(sender.figures().queueBytes).toBe(0))
    const playlist = origin.files.get('/index.m3u8')
    expect(listedIn(playlist)).toHaveLength(4)
    expect(playlist?.toString().match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(2)
  })

  it('goes nowhere near private addresses', async () => {
    const { send, failures } = pushTo('http://10.0.0.1/live/')
    await send(0, 5, false)
    await eventually(() => expect(failures).toEqual(['address-not-allowed']))
  })
})

describe('HLS in a bucket', () => {
  it('is written with the key of the destination', async () => {
    const bucket = await startServer('s3')
    closing.push(bucket.die)
    const address = `http://127.0.0.1:${bucket.port}/incoming/live/`
    const { send, sender, failures } = pushTo(address, `kinora:${testPassword}`, 's3')
    await send(0, SECONDS)
    await eventually(() => expect(sender.figures().arrived).toBe(15))
    expect(failures).toEqual([])
    const names = listedIn(bucket.tree.files.get('live/index.m3u8')?.bytes)
    expect(names).toHaveLength(6)
    for (const name of names) expect([...bucket.tree.files.keys()]).toContain(`live/${name}`)
    await eventually(() => expect(bucket.tree.files.size).toBe(13))
  })

  it('is refused in the words of the service', async () => {
    const bucket = await startServer('s3')
    closing.push(bucket.die)
    const { send, failures } = pushTo(`http://127.0.0.1:${bucket.port}/incoming/`, 'kinora:wrong', 's3')
    await send(0, 5, false)
    await eventually(() => expect(failures).toEqual(['refused HTTP 403 SignatureDoesNotMatch']))
    const inside = pushTo('http://10.0.0.1/incoming/', 'kinora:wrong', 's3')
    await inside.send(0, 5, false)
    await eventually(() => expect(inside.failures).toEqual(['address-not-allowed']))
  })
})

describe('the place of pushed files', () => {
  const placesOf = (address: string) => {
    const { playlist, segment } = pushPlaces(address)
    return [playlist.href, segment('a-1.ts').href]
  }

  it('is a folder, beside a playlist, or behind an address', () => {
    expect(placesOf('https://host/live?key=1')).toEqual([
      'https://host/live/index.m3u8?key=1',
      'https://host/live/a-1.ts?key=1',
    ])
    expect(placesOf('https://host/x/b.m3u8')).toEqual(['https://host/x/b.m3u8', 'https://host/x/a-1.ts'])
    expect(placesOf('https://host/upload?cid=1&copy=0&file=')).toEqual([
      'https://host/upload?cid=1&copy=0&file=index.m3u8',
      'https://host/upload?cid=1&copy=0&file=a-1.ts',
    ])
  })
})
