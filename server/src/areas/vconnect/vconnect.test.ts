// Slow: streams pass through in real time.
import { createSocket } from 'node:dgram'
import { readdir, readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { callSrt } from '../../platform/transport/srt/caller.ts'
import { createSrtKeys } from '../../platform/transport/srt/keys.ts'
import type { SrtLink } from '../../platform/transport/srt/link.ts'
import { startSrtListener } from '../../platform/transport/srt/listener.ts'
import { meetSrt } from '../../platform/transport/srt/rendezvous.ts'
import { type Client, newOwner } from '../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../testing/kinora.ts'
import { newDestination, newInput, testPorts } from '../../testing/live/connectors.ts'
import { aacArgs, h264Args } from '../../testing/live/encoder.ts'
import { type FfmpegPeer, startFfmpegPeer } from '../../testing/live/ffmpeg-peer.ts'
import { freeUdpPort } from '../../testing/live/free-udp-port.ts'
import { eventually } from '../../testing/machine/eventually.ts'
import { patient } from '../../testing/machine/patience.ts'
import { testStandby } from './relay/backup/test-standby.ts'
import { testRtp } from './relay/receivers/test-rtp.ts'
import { testHls } from './relay/senders/hls/test-hls.ts'
import { testRtmp } from './relay/senders/test-rtmp.ts'

const SECRET = 'correct-horse-battery'
const log = createLog('silent')
let kinora: TestKinora
let owner: Client
const closing: (() => unknown)[] = []

beforeAll(async () => {
  kinora = await startTestKinora({
    env: { ROLES: 'web,ingest', LOG_LEVEL: 'info', VCONNECT_PORTS: testPorts() },
  })
  owner = await newOwner(kinora.url)
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  for (const { id } of (await owner.call('getVconnectBay', {})).inputs)
    await owner.call('deleteVconnectInput', { params: { id } })
})
afterAll(() => kinora.stop())

const portOf = (address: string) => Number(new URL(address).port)
const inputNow = (id: string) => owner.call('getVconnectInput', { params: { id } })
const connectNow = (id: string) => owner.call('getVconnectConnect', { params: { id } })
const connect = (inputId: string, destinationId: string) =>
  owner.call('createVconnectConnect', { body: { inputId, destinationId } })
const eventsOf = async (id: string) => {
  const { items } = await owner.call('listEvents', { query: { objectId: id } })
  return items.map(({ type }) => type.replace(/^video\.vconnect_/, '')).reverse()
}

/** Whole packets that have their number. */
function payloadOf(number: number): Buffer {
  const payload = Buffer.alloc(1316, number & 0xff)
  for (let at = 0; at < payload.length; at += 188) payload.writeUInt32BE(0x47_1f_ff_10, at)
  payload.writeUInt32BE(number, 8)
  return payload
}

/** A receiver by SRT that notes the numbers of payloads. */
async function receiver(
  passphrase = '',
): Promise<{ port: number; numbers: number[]; close(): Promise<void> }> {
  const numbers: number[] = []
  const listener = await startSrtListener({
    port: 0,
    host: '127.0.0.1',
    log,
    limits: { idleTimeoutMs: 600_000 },
    async decide({ request }) {
      const keys = passphrase === '' ? null : createSrtKeys(passphrase)
      if (keys !== null && !(await keys.load(request.keyMessage ?? Buffer.alloc(0))))
        return { isAccepted: false, code: 1010 }
      return {
        isAccepted: true,
        keys,
        onPayload: (payload) => void numbers.push(payload.readUInt32BE(8)),
        onEnd: () => undefined,
      }
    },
  })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= listener.close()
    return closed
  }
  closing.push(close)
  return { port: listener.port, numbers, close }
}

async function sender(port: number, passphrase = '', streamId = ''): Promise<SrtLink> {
  const target = {
    address: '127.0.0.1',
    family: 4,
    port,
    streamId,
    passphrase,
    keyBytes: 16,
    latencyMs: 200,
  } as const
  const options = {
    signal: new AbortController().signal,
    log,
    onPayload: () => undefined,
    onEnd: () => undefined,
  }
  const link = await eventually(() => callSrt(target, options))
  closing.push(link.close)
  return link
}

/** A peer on its own port. */
async function meet(
  localPort: number,
  port: number | null,
  passphrase: string,
  onPayload: (payload: Buffer) => void = () => undefined,
): Promise<SrtLink> {
  const host = '127.0.0.1'
  const link = await meetSrt(
    {
      host,
      localPort,
      address: host,
      family: 4,
      port: port ?? 0,
      passphrase,
      keyBytes: 16,
      latencyMs: 200,
    },
    { signal: new AbortController().signal, log, onPayload, onEnd: () => undefined },
  )
  closing.push(link.close)
  return link
}

/** Sends numbered payloads until it is stopped. */
function keepSending(link: Pick<SrtLink, 'push'>): { sent: () => number; stop(): void } {
  let number = 0
  const timer = setInterval(() => link.push(payloadOf(number++), performance.now() * 1000), 10)
  const stop = () => clearInterval(timer)
  closing.push(stop)
  return { sent: () => number, stop }
}

const isWithoutGap = (numbers: readonly number[]) =>
  numbers.every((number, n) => n === 0 || number === (numbers[n - 1] ?? 0) + 1)

describe('a stream', () => {
  it('passes from SRT to SRT unread, encrypted on both sides, and is measured', async () => {
    const input = await newInput(owner, { passphrase: SECRET, streamId: 'feed' })
    const target = await receiver(SECRET)
    const address = `srt://127.0.0.1:${target.port}`
    const { id: destinationId } = await newDestination(owner, { address, passphrase: SECRET })
    const { id } = await connect(input.id, destinationId)
    expect(input).toMatchObject({ hasPassphrase: true, hasStreamId: true, mode: 'listener' })
    await eventually(async () => expect(await inputNow(input.id)).toMatchObject({ state: 'listening' }))
    const sending = keepSending(await sender(portOf(input.address), SECRET, 'feed'))
    await eventually(() => expect(target.numbers.length).toBeGreaterThan(300))
    expect(isWithoutGap(target.numbers)).toBe(true)
    await eventually(async () => {
      const [now, link] = [await inputNow(input.id), await connectNow(id)]
      expect(now).toMatchObject({ state: 'receiving', reason: null, figures: { unrecovered: 0, invalid: 0 } })
      expect(now.figures?.kbps).toBeGreaterThan(500)
      expect(now.peer).toMatch(/^127\.0\.0\.1:\d+$/)
      expect(link).toMatchObject({ state: 'sending', figures: { peers: 1 } })
      expect(link.figures?.kbps).toBeGreaterThan(500)
      const params = { id: input.id }
      const { points } = await owner.call('getVconnectInputMonitors', { params })
      expect(points.some(({ kbps }) => kbps > 500)).toBe(true)
      expect((await owner.call('getVconnectConnectMonitors', { params: { id } })).points).not.toEqual([])
    })
    sending.stop()
    await eventually(async () =>
      expect(await inputNow(input.id)).toMatchObject({ state: 'lost', reason: 'silent' }),
    )
    expect(await eventsOf(input.id)).toEqual(['input.created', 'input.receiving', 'input.lost'])
    expect(await eventsOf(id)).toEqual(['connect.created', 'connect.sending'])
  })

  it('is not disturbed by connects that are added, paused, fail and are deleted', async () => {
    const input = await newInput(owner)
    const target = await receiver()
    const steady = await newDestination(owner, { address: `srt://127.0.0.1:${target.port}` })
    await connect(input.id, steady.id)
    await eventually(async () => expect((await inputNow(input.id)).state).toBe('listening'))
    keepSending(await sender(portOf(input.address)))
    await eventually(() => expect(target.numbers.length).toBeGreaterThan(100))
    const broken = await newDestination(owner, { address: `srt://127.0.0.1:${await freeUdpPort()}` })
    const second = await receiver()
    const other = await newDestination(owner, { address: `srt://127.0.0.1:${second.port}` })
    const failing = await connect(input.id, broken.id)
    const { id } = await connect(input.id, other.id)
    await eventually(() => expect(second.numbers.length).toBeGreaterThan(50))
    await owner.call('updateVconnectConnect', { params: { id }, body: { enabled: false } })
    await eventually(async () => expect((await connectNow(id)).state).toBe('idle'))
    await eventually(async () => {
      const now = await connectNow(failing.id)
      expect(now).toMatchObject({ state: 'failing', reason: 'no-answer' })
      expect(Date.parse(now.nextTryAt ?? '')).toBeGreaterThan(0)
    })
    const before = second.numbers.length
    await owner.call('updateVconnectConnect', { params: { id }, body: { enabled: true } })
    await eventually(() => expect(second.numbers.length).toBeGreaterThan(before + 50))
    await owner.call('deleteVconnectConnect', { params: { id } })
    await owner.call('deleteVconnectConnect', { params: { id: failing.id } })
    const count = target.numbers.length
    await eventually(() => expect(target.numbers.length).toBeGreaterThan(count + 100))
    expect(isWithoutGap(target.numbers)).toBe(true)
  })

  it('on two paths has no gap when either is cut', async () => {
    // Longer than a busy machine stands still.
    const latencyMs = 1500
    const input = await newInput(owner, { paths: 2, latencyMs })
    const target = await receiver()
    const address = `srt://127.0.0.1:${target.port}`
    await connect(input.id, (await newDestination(owner, { address, latencyMs })).id)
    await eventually(async () => expect((await inputNow(input.id)).state).toBe('listening'))
    const links = [await sender(portOf(input.address)), await sender(portOf(input.address))]
    const push = (payload: Buffer, atUs: number) => {
      for (const link of links) link.push(payload, atUs)
    }
    keepSending({ push })
    for (let cut = 0; cut < 10; cut++) {
      const count = target.numbers.length
      await eventually(() => expect(target.numbers.length).toBeGreaterThan(count + 60))
      links.shift()?.close()
      const left = target.numbers.length
      await eventually(() => expect(target.numbers.length).toBeGreaterThan(left + 30))
      links.push(await sender(portOf(input.address)))
    }
    expect(isWithoutGap(target.numbers)).toBe(true)
    await eventually(async () =>
      expect(await inputNow(input.id)).toMatchObject({ state: 'receiving', figures: { unrecovered: 0 } }),
    )
    expect(await eventsOf(input.id)).toEqual(['input.created', 'input.receiving'])
  })

  it('comes back by itself when a destination does', async () => {
    const input = await newInput(owner)
    const target = await receiver()
    const address = `srt://127.0.0.1:${target.port}`
    const { id } = await connect(input.id, (await newDestination(owner, { address })).id)
    await eventually(async () => expect((await inputNow(input.id)).state).toBe('listening'))
    keepSending(await sender(portOf(input.address)))
    await eventually(() => expect(target.numbers.length).toBeGreaterThan(20))
    await eventually(async () => expect(await connectNow(id)).toMatchObject({ state: 'sending' }))
    await target.close()
    await eventually(async () => expect(await connectNow(id)).toMatchObject({ state: 'failing' }))
    const again = await startSrtListener({
      port: target.port,
      host: '127.0.0.1',
      log,
      decide: async () => ({
        isAccepted: true,
        keys: null,
        onPayload: (payload) => void target.numbers.push(payload.readUInt32BE(8)),
        onEnd: () => undefined,
      }),
    })
    closing.push(() => again.close())
    const count = target.numbers.length
    await eventually(() => expect(target.numbers.length).toBeGreaterThan(count + 20))
    await eventually(async () => expect(await connectNow(id)).toMatchObject({ state: 'sending' }))
    expect(await eventsOf(id)).toEqual([
      'connect.created',
      'connect.sending',
      'connect.failing',
      'connect.sending',
    ])
  })

  it('passes from UDP to UDP, and to callers of a listener', async () => {
    const from = await freeUdpPort()
    const input = await newInput(owner, { kind: 'udp', address: `udp://127.0.0.1:${from}` })
    const socket = createSocket('udp4')
    closing.push(() => socket.close())
    const numbers: number[] = []
    socket.on('message', (payload) => void numbers.push(payload.readUInt32BE(8)))
    await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound))
    const address = `udp://127.0.0.1:${socket.address().port}`
    const udp = await newDestination(owner, { kind: 'udp', address, latencyMs: 20 })
    const waiting = await newDestination(owner, { mode: 'listener', passphrase: SECRET })
    const { id } = await connect(input.id, udp.id)
    await connect(input.id, waiting.id)
    const got: number[] = []
    const called = await eventually(() =>
      callSrt(
        {
          address: '127.0.0.1',
          family: 4,
          port: portOf(waiting.address),
          streamId: '',
          passphrase: SECRET,
          keyBytes: 32,
          latencyMs: 200,
        },
        {
          signal: new AbortController().signal,
          log,
          onEnd: () => undefined,
          onPayload: (payload) => void got.push(payload.readUInt32BE(8)),
        },
      ),
    )
    closing.push(called.close)
    const out = createSocket('udp4')
    closing.push(() => out.close())
    keepSending({ push: (payload) => out.send(payload, from, '127.0.0.1') })
    await eventually(() => {
      expect(numbers.length).toBeGreaterThan(200)
      expect(got.length).toBeGreaterThan(200)
    })
    expect(isWithoutGap(numbers) && isWithoutGap(got)).toBe(true)
    await eventually(async () => expect(await connectNow(id)).toMatchObject({ state: 'sending' }))
  })

  it('passes between peers that connect to Kinora while it connects to them', async () => {
    const [source, target] = [await freeUdpPort(), await freeUdpPort()]
    const at = (port: number) => ({ mode: 'rendezvous' as const, address: `srt://127.0.0.1:${port}` })
    const input = await newInput(owner, { ...at(source), passphrase: SECRET })
    const destination = await newDestination(owner, at(target))
    expect(input).toMatchObject({ mode: 'rendezvous', address: at(source).address })
    const { id } = await connect(input.id, destination.id)
    const got: number[] = []
    keepSending(await meet(source, input.localPort, SECRET))
    await meet(target, destination.localPort, '', (payload) => void got.push(payload.readUInt32BE(8)))
    await eventually(() => expect(got.length).toBeGreaterThan(100))
    expect(isWithoutGap(got)).toBe(true)
    await eventually(async () => {
      expect(await inputNow(input.id)).toMatchObject({ state: 'receiving', peer: `127.0.0.1:${source}` })
      expect(await connectNow(id)).toMatchObject({ state: 'sending' })
    })
  })

  it('of ffmpeg is examined, and reaches ffmpeg', async () => {
    const input = await newInput(owner)
    const port = await freeUdpPort()
    const address = `srt://127.0.0.1:${port}`
    await connect(input.id, (await newDestination(owner, { address })).id)
    await eventually(async () => expect((await inputNow(input.id)).state).toBe('listening'))
    const peer = ffmpeg([
      '-i',
      `${address}?mode=listener`,
      '-map',
      '0',
      '-c',
      'copy',
      '-f',
      'null',
      '-progress',
      'pipe:1',
      '-',
    ])
    const output = ['-metadata:s:a:0', 'language=hin', '-f', 'mpegts', `${input.address}?pkt_size=1316`]
    ffmpeg(['-re', ...picture, ...h264Args, ...aacArgs, ...output])
    await eventually(() => expect(framesOf(peer.said())).toBeGreaterThan(50))
    await eventually(async () => {
      const { figures } = await inputNow(input.id)
      expect(figures?.streams.map(({ codec, language }) => [codec, language])).toEqual([
        ['H.264', null],
        ['AAC', 'hin'],
      ])
      expect(figures?.faults).toEqual([])
    })
  })
})

describe('an input', () => {
  it('refuses wrong passphrases and stream IDs, and keeps its secrets to itself', async () => {
    const input = await newInput(owner, { passphrase: SECRET, streamId: 'SECRETSTREAMID' })
    await eventually(async () => expect((await inputNow(input.id)).state).toBe('listening'))
    const call = (passphrase: string, streamId: string) =>
      callSrt(
        {
          address: '127.0.0.1',
          family: 4,
          port: portOf(input.address),
          latencyMs: 120,
          keyBytes: 16,
          passphrase,
          streamId,
        },
        {
          signal: new AbortController().signal,
          log,
          onPayload: () => undefined,
          onEnd: () => undefined,
        },
      )
    await expect(call('wrong-horse-battery', 'SECRETSTREAMID')).rejects.toMatchObject({ code: 1010 })
    await expect(call(SECRET, 'other')).rejects.toMatchObject({ code: 2404 })
    const answers = [
      await inputNow(input.id),
      await owner.call('getVconnectBay', {}),
      await owner.call('listEvents', { query: {} }),
      await owner.call('listAudit', { query: { organizationId: owner.organizationId ?? '' } }),
    ]
    for (const text of [JSON.stringify(answers), kinora.logged()])
      for (const secret of [SECRET, 'SECRETSTREAMID']) expect(text).not.toContain(secret)
  })

  it('is disconnected above its bitrate', async () => {
    const input = await newInput(owner, { maxKbps: 100 })
    await eventually(async () => expect((await inputNow(input.id)).state).toBe('listening'))
    keepSending(await sender(portOf(input.address)))
    await eventually(async () =>
      expect(await inputNow(input.id)).toMatchObject({ state: 'lost', reason: 'bitrate-too-high' }),
    )
  })

  it('runs again within ten seconds after its process was killed', {
    timeout: patient(120_000),
  }, async () => {
    const input = await newInput(owner)
    const target = await receiver()
    const address = `srt://127.0.0.1:${target.port}`
    await connect(input.id, (await newDestination(owner, { address })).id)
    await eventually(async () => expect((await inputNow(input.id)).state).toBe('listening'))
    const stop = new AbortController()
    closing.push(() => stop.abort())
    void keepCalling(portOf(input.address), stop.signal)
    await eventually(() => expect(target.numbers.length).toBeGreaterThan(50))
    process.kill(await relayPid(), 'SIGKILL')
    const killedMs = performance.now()
    const before = target.numbers.length
    await eventually(() => expect(target.numbers.length).toBeGreaterThan(before + 50))
    expect(performance.now() - killedMs).toBeLessThan(patient(10_000))
  })
})

describe('RTMP', () => testRtmp(() => ({ kinora, owner })))
describe('HLS that is pushed', () => testHls(() => ({ owner })))
describe('a stream by RTP', () => testRtp(() => ({ owner })))
describe('an input with a backup', () => testStandby(() => ({ owner })))

/** Sends like an encoder, which connects again when the connection ends. */
async function keepCalling(port: number, signal: AbortSignal): Promise<void> {
  let number = 0
  while (!signal.aborted) {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => resolve(), { once: true })
    const link = await callSrt(
      { address: '127.0.0.1', family: 4, port, streamId: '', passphrase: '', keyBytes: 16, latencyMs: 200 },
      { signal, log, limits: { peerTimeoutMs: 1000 }, onPayload: () => undefined, onEnd: () => resolve() },
    ).catch(() => null)
    if (link === null) continue
    const timer = setInterval(() => link.push(payloadOf(number++), performance.now() * 1000), 10)
    await ended
    clearInterval(timer)
    link.close()
  }
}

/** The process of this test's Kinora. */
async function relayPid(): Promise<number> {
  for (const name of await readdir('/proc')) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    const parent = Number(stat.split(') ')[1]?.split(' ')[1])
    if (parent === process.pid && command.includes('relay-main')) return Number(name)
  }
  throw new Error('the relay process does not run')
}

function ffmpeg(args: readonly string[]): FfmpegPeer {
  const peer = startFfmpegPeer(args)
  closing.push(peer.stop)
  return peer
}

/** A test picture with a tone. */
const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25', '-f', 'lavfi', '-i', 'sine']

function framesOf(text: string): number {
  return Number([...text.matchAll(/^frame=(\d+)$/gm)].at(-1)?.[1] ?? 0)
}
