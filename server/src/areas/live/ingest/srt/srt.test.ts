// Slow: encoders send in real time.
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../platform/clock.ts'
import { createLog } from '../../../../platform/log.ts'
import { countAttempts } from '../../../../platform/transport/attempts.ts'
import type { SrtLimits } from '../../../../platform/transport/srt/limits.ts'
import { seededRandom } from '../../../../testing/attacks/seeded-random.ts'
import { aacArgs, type Encoder, h264Args, startEncoder } from '../../../../testing/live/encoder.ts'
import { type LossyProxy, startLossyProxy } from '../../../../testing/live/lossy-proxy.ts'
import { patient } from '../../../../testing/machine/patience.ts'
import { isIncreasing, type ReceivedStream, type TestIngest, testIngest } from '../test-publish.ts'
import { type SrtServer, startSrtServer } from './server.ts'

const servers: SrtServer[] = []
const proxies: LossyProxy[] = []
const encoders: Encoder[] = []

afterEach(async () => {
  for (const encoder of encoders.splice(0)) {
    encoder.process.kill('SIGKILL')
    await encoder.exited
  }
  for (const proxy of proxies.splice(0)) await proxy.close()
  for (const server of servers.splice(0)) await server.close()
})

const passphrases = new Map([
  ['key', 'correct-horse-battery'],
  ['other', 'another-passphrase'],
])
const secret = 'passphrase=correct-horse-battery'
/** Two seconds: on a busy machine, an encoder would drop packets that are sent later than its latency. */
const unhurried = 'latency=2000000'
const hevcArgs = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'keyint=25:log-level=none']

describe('an encoder that publishes over SRT', () => {
  it.each([
    [16, 'h264', h264Args],
    [32, 'hevc', hevcArgs],
  ] as const)('delivers tracks and packets with a key of %d bytes, in %s', async (keyBytes, codec, video) => {
    const ingest = testIngest(['key'])
    const port = await serve(ingest)
    publish(port, `streamid=key&${secret}&pbkeylen=${keyBytes}&${unhurried}`, { video })
    const received = await ingest.next()
    await received.packets(100)
    expect(received.publisher.request).toEqual({
      protocol: 'srt',
      streamKey: 'key',
      isBackup: false,
      address: '127.0.0.1',
      encoder: '',
    })
    expect(received.tracks.map(({ codec }) => codec).toSorted()).toEqual(['aac', codec])
    const firstOf = (kind: string) => received.items.filter((item) => item.kind === kind).slice(0, 2)
    expect(firstOf('video')).toMatchObject([{ codec }, { isKey: true }])
    expect(firstOf('audio')).toMatchObject([{ codec: 'aac' }, { isKey: true }])
    expectNoGap(received)
    expect(isIncreasing(received.audio)).toBe(true)
  })

  it('is refused with another passphrase, without one, and with another stream key', async () => {
    const ingest = testIngest(['key'])
    const port = await serve(ingest)
    const tries = [
      'streamid=key&passphrase=wrong-passphrase&pbkeylen=32',
      'streamid=key',
      `streamid=none&${secret}`,
    ]
    for (const query of tries) {
      const { code } = await publish(port, query).exited
      expect(code).not.toBe(0)
    }
    expect(ingest.receivedStreams).toEqual([])
    expect(ingest.refused.map(({ request }) => request.streamKey)).toEqual(['none'])
  })

  it('sends the stream key in a structured stream ID, also over IPv6', async () => {
    const ingest = testIngest(['key'])
    const port = await serve(ingest, {}, '::')
    publish(port, `streamid=#!::r=key,m=publish&${secret}`, { host: '[::1]' })
    const received = await ingest.next()
    await received.packets(20)
    expect(received.publisher.request.address).toBe('::1')
    const player = publish(port, `streamid=#!::r=key,m=request&${secret}`)
    expect((await player.exited).code).not.toBe(0)
    publish(port, `streamid=key&${secret}`)
    const second = await ingest.next()
    await second.packets(20)
    expect(second.publisher.request.address).toBe('127.0.0.1')
  })

  it('shares the port with another encoder', async () => {
    const ingest = testIngest(['key', 'other'])
    const port = await serve(ingest)
    const query = 'streamid=other&passphrase=another-passphrase'
    publish(port, `streamid=key&${secret}`)
    publish(port, query)
    const receivedStreams = [await ingest.next(), await ingest.next()]
    await Promise.all(receivedStreams.map((received) => received.packets(50)))
    expect(receivedStreams.map(({ publisher }) => publisher.request.streamKey).toSorted()).toEqual([
      'key',
      'other',
    ])
    expect(receivedStreams.every(({ video }) => isIncreasing(video))).toBe(true)
  })

  it('loses no packets when 3 % of the datagrams are lost in both directions', async () => {
    const ingest = testIngest(['key'])
    const random = seededRandom(3)
    const proxy = await startLossyProxy(await serve(ingest), () => random(100) < 3)
    proxies.push(proxy)
    publish(proxy.port, `streamid=key&${secret}&latency=400000`)
    const received = await ingest.next()
    await received.packets(250)
    expect(proxy.seen.dropped).toBeGreaterThan(20)
    expectNoGap(received)
  })

  it('continues after losses that cannot be recovered', async () => {
    const ingest = testIngest(['key'])
    let mediaPackets = 0
    const proxy = await startLossyProxy(await serve(ingest), (datagram, isFromCaller) => {
      const isMedia = isFromCaller && (datagram[0] ?? 0) < 0x80
      if (!isMedia) return false
      mediaPackets += 1
      const isLostForever = datagram.readUInt32BE(0) % 40 === 7
      return isLostForever && mediaPackets > 20
    })
    proxies.push(proxy)
    publish(proxy.port, `streamid=key&${secret}`)
    const received = await ingest.next()
    await received.packets(150)
    expect(proxy.seen.dropped).toBeGreaterThan(2)
    expect(isIncreasing(received.video)).toBe(true)
  })

  it('changes its key while it publishes', async () => {
    const ingest = testIngest(['key'])
    const port = await serve(ingest)
    const refresh = 'kmrefreshrate=60&kmpreannounce=20'
    publish(port, `streamid=key&${secret}&pbkeylen=16&${refresh}&${unhurried}`)
    const received = await ingest.next()
    await received.packets(200)
    expectNoGap(received)
  })

  it('is disconnected when the server closes it, and its sink is not notified', async () => {
    const ingest = testIngest(['key'])
    const encoder = publish(await serve(ingest), `streamid=key&${secret}`)
    const received = await ingest.next()
    await received.packets(10)
    const startedMs = performance.now()
    received.publisher.close('stopped')
    expect((await encoder.exited).code).not.toBe(0)
    // Without a response of the server, an encoder gives up after 5 s.
    expect(performance.now() - startedMs).toBeLessThan(4000)
    expect(received.isEnded()).toBe(false)
  })

  it('ends its sink when it is killed, and when the server closes', async () => {
    const ingest = testIngest(['key'])
    // On a busy machine an encoder pauses for longer than half a second.
    const port = await serve(ingest, { peerTimeoutMs: patient(2_000) })
    const killed = publish(port, `streamid=key&${secret}`)
    const first = await ingest.next()
    await first.packets(10)
    killed.process.kill('SIGKILL')
    await first.ended
    const left = publish(port, `streamid=key&${secret}`)
    const second = await ingest.next()
    await second.packets(10)
    await servers.pop()?.close()
    await second.ended
    expect((await left.exited).code).not.toBe(0)
  })
})

/** Expects every frame, at 25 frames per second. */
function expectNoGap({ video }: ReceivedStream): void {
  const steps = video.slice(1).map(({ dts }, n) => dts - (video[n]?.dts ?? 0))
  expect(new Set(steps)).toEqual(new Set([3600]))
}

async function serve(
  ingest: TestIngest,
  limits: Partial<SrtLimits> = {},
  host = '127.0.0.1',
): Promise<number> {
  const server = await startSrtServer({
    port: 0,
    host,
    attempts: countAttempts(systemClock),
    passphraseOf: async (streamKey) => passphrases.get(streamKey) ?? null,
    onPublish: ingest.onPublish,
    log: createLog('silent'),
    limits,
  })
  servers.push(server)
  return server.port
}

function publish(
  port: number,
  query: string,
  { host = '127.0.0.1', video = h264Args }: { host?: string; video?: readonly string[] } = {},
): Encoder {
  const url = `srt://${host}:${port}?${query}`
  const encoder = startEncoder([...video, '-qp', '10', ...aacArgs, '-f', 'mpegts', url])
  encoders.push(encoder)
  return encoder
}
