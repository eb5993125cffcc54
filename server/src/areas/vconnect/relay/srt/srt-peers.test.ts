// Slow: ffmpeg sends and receives in real time.
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../../platform/log.ts'
import { callSrt } from '../../../../platform/transport/srt/caller.ts'
import type { SrtConnection } from '../../../../platform/transport/srt/connection.ts'
import { createSrtKeys } from '../../../../platform/transport/srt/keys.ts'
import type { SrtLimits } from '../../../../platform/transport/srt/limits.ts'
import { SrtCallFailure, type SrtLink } from '../../../../platform/transport/srt/link.ts'
import {
  type SrtDecision,
  type SrtListener,
  startSrtListener,
} from '../../../../platform/transport/srt/listener.ts'
import { SRT_REJECTIONS } from '../../../../platform/transport/srt/rejections.ts'
import { seededRandom } from '../../../../testing/attacks/seeded-random.ts'
import { aacArgs, h264Args } from '../../../../testing/live/encoder.ts'
import { freeUdpPort } from '../../../../testing/live/free-udp-port.ts'
import { startLossyProxy } from '../../../../testing/live/lossy-proxy.ts'
import { eventually } from '../../../../testing/machine/eventually.ts'

const log = createLog('silent')
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Longer than a busy machine stands still, so that nothing comes too late. */
const LATENCY_MS = 1500

/** A transport stream packet that has its number. */
function payloadOf(number: number): Buffer {
  const payload = Buffer.alloc(1316, number & 0xff)
  for (let at = 0; at < payload.length; at += 188) payload[at] = 0x47
  payload.writeUInt32BE(number, 4)
  return payload
}

interface Listening {
  readonly listener: SrtListener
  readonly received: number[]
  readonly connections: SrtConnection[]
  readonly ends: string[]
}

async function listen(passphrase = '', onBytes?: (bytes: Buffer) => void): Promise<Listening> {
  const received: number[] = []
  const connections: SrtConnection[] = []
  const ends: string[] = []
  const decide = async ({ request }: Parameters<Parameters<typeof startSrtListener>[0]['decide']>[0]) => {
    const keys = passphrase === '' ? null : createSrtKeys(passphrase)
    if (keys !== null && !(request.keyMessage !== null && (await keys.load(request.keyMessage))))
      return { isAccepted: false, code: SRT_REJECTIONS.wrongPassphrase } as const
    return {
      isAccepted: true,
      keys,
      onPayload(payload) {
        if (payload.length >= 8) received.push(payload.readUInt32BE(4))
        onBytes?.(payload)
      },
      onEnd: (end) => void ends.push(end),
      onOpen: (connection) => void connections.push(connection),
    } satisfies SrtDecision
  }
  const listener = await startSrtListener({ port: 0, host: '127.0.0.1', log, decide })
  closing.push(() => listener.close())
  return { listener, received, connections, ends }
}

async function call(
  port: number,
  passphrase = '',
  onPayload: (payload: Buffer, timestampUs: number) => void = () => undefined,
  limits: Partial<SrtLimits> = {},
): Promise<SrtLink> {
  const link = await callSrt(
    {
      address: '127.0.0.1',
      family: 4,
      port,
      streamId: '',
      passphrase,
      keyBytes: 32,
      latencyMs: LATENCY_MS,
    },
    { signal: new AbortController().signal, log, limits, onPayload, onEnd: () => undefined },
  )
  closing.push(link.close)
  return link
}

/** Sends packets at the pace of a stream. */
async function send(push: SrtLink['push'], count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    push(payloadOf(n), performance.now() * 1000)
    if (n % 4 === 3) await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

describe('a caller', () => {
  it.each(['', 'correct-horse-battery'])(
    'sends payloads as they are, with passphrase “%s”',
    async (secret) => {
      const { listener, received } = await listen(secret)
      const link = await call(listener.port, secret)
      await send(link.push, 400)
      await eventually(() => expect(received).toEqual(numbers(400)))
      await eventually(() => expect(link.figures().sent).toMatchObject({ acknowledged: 400, dropped: 0 }))
    },
  )

  it('sends lost packets again', async () => {
    const { listener, received } = await listen()
    const random = seededRandom(7)
    const proxy = await startLossyProxy(listener.port, () => random(100) < 5)
    closing.push(() => proxy.close())
    const link = await call(proxy.port)
    await send(link.push, 1500)
    await eventually(() => expect(received).toEqual(numbers(1500)))
    expect(link.figures().sent.resent).toBeGreaterThan(20)
    expect(link.figures().sent.dropped).toBe(0)
  })

  it('is refused with the code of the listener, and fails without an answer', async () => {
    const { listener } = await listen('correct-horse-battery')
    await expect(call(listener.port, 'wrong-horse-battery')).rejects.toMatchObject({ code: 1010 })
    await expect(call(await freeUdpPort())).rejects.toBeInstanceOf(SrtCallFailure)
  })

  it('gets what a listener sends, with the times of the sender', async () => {
    const { listener, connections } = await listen('correct-horse-battery')
    const times: number[] = []
    const got: number[] = []
    await call(listener.port, 'correct-horse-battery', (payload, timestampUs) => {
      got.push(payload.readUInt32BE(4))
      times.push(timestampUs)
    })
    const [connection] = await eventually(() => {
      expect(connections).toHaveLength(1)
      return connections
    })
    const startUs = performance.now() * 1000
    for (const n of numbers(50)) connection?.push(payloadOf(n), startUs + n * 1000)
    await eventually(() => expect(got).toEqual(numbers(50)))
    expect(times.slice(1).map((time, n) => Math.abs(time - (times[n] ?? 0) - 1000) <= 1)).not.toContain(false)
  })
})

describe('ffmpeg', () => {
  it.each(['', 'passphrase=correct-horse-battery&pbkeylen=16'])(
    'gets all bytes as an SRT listener (%s)',
    async (query) => {
      const port = await freeUdpPort()
      const peer = ffmpeg(['-f', 'data', '-i', `srt://127.0.0.1:${port}?mode=listener&${query}`, ...raw])
      const link = await eventually(() => call(port, query === '' ? '' : 'correct-horse-battery'))
      await send(link.push, 500)
      await expectBytes(peer, 500)
    },
  )

  it('gets all bytes while the key changes again and again', async () => {
    const port = await freeUdpPort()
    const secret = 'passphrase=correct-horse-battery&pbkeylen=16'
    const peer = ffmpeg(['-f', 'data', '-i', `srt://127.0.0.1:${port}?mode=listener&${secret}`, ...raw])
    const limits = { keyRefreshPackets: 200, keyAnnouncePackets: 100 }
    const link = await eventually(() => call(port, 'correct-horse-battery', undefined, limits))
    await send(link.push, 1200)
    await expectBytes(peer, 1200)
  })

  it('gets all bytes as an SRT caller, encrypted with its key', async () => {
    const { listener, connections } = await listen('correct-horse-battery')
    const secret = 'passphrase=correct-horse-battery&pbkeylen=32'
    const peer = ffmpeg(['-f', 'data', '-i', `srt://127.0.0.1:${listener.port}?${secret}`, ...raw])
    const [connection] = await eventually(() => {
      expect(connections).toHaveLength(1)
      return connections
    })
    await send(connection?.push ?? (() => undefined), 500)
    await expectBytes(peer, 500)
  })

  it('is heard as a caller, with whole packets', async () => {
    let bytes = 0
    let odd = 0
    const { listener } = await listen('', (payload) => {
      bytes += payload.length
      if (payload.length % 188 !== 0 || payload[0] !== 0x47) odd += 1
    })
    const output = ['-f', 'mpegts', `srt://127.0.0.1:${listener.port}?pkt_size=1316`]
    ffmpeg(['-re', ...picture, ...h264Args, ...aacArgs, ...output])
    await eventually(() => expect(bytes).toBeGreaterThan(100_000))
    expect(odd).toBe(0)
  })
})

/** A test picture with a tone. */
const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25', '-f', 'lavfi', '-i', 'sine']
/** Output of bytes as they come. */
const raw = ['-map', '0', '-c', 'copy', '-f', 'data', 'pipe:1']

interface Peer {
  readonly process: ChildProcess
  readonly bytes: () => Buffer
}

function ffmpeg(args: readonly string[]): Peer {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', ...args])
  const parts: Buffer[] = []
  child.stdout.on('data', (part) => parts.push(part))
  closing.push(() => child.kill('SIGKILL'))
  return { process: child, bytes: () => Buffer.concat(parts) }
}

/** Expects that the peer wrote exactly what was sent. */
async function expectBytes({ bytes }: Peer, count: number): Promise<void> {
  const sent = Buffer.concat(numbers(count).map(payloadOf))
  const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex')
  await eventually(() => expect(hash(bytes())).toBe(hash(sent)))
}
