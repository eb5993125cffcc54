import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../../../platform/log.ts'
import type { RtmpLimits } from '../../../../platform/transport/rtmp/limits.ts'
import { aacArgs, type Encoder, h264Args, startEncoder } from '../../../../testing/live/encoder.ts'
import type { OnPublish } from '../publisher.ts'
import { isIncreasing, testIngest } from '../test-publish.ts'
import { type RtmpServer, startRtmpServer } from './server.ts'

const servers: RtmpServer[] = []
const encoders: Encoder[] = []

afterEach(async () => {
  for (const encoder of encoders.splice(0)) {
    encoder.process.kill('SIGKILL')
    await encoder.exited
  }
  for (const server of servers.splice(0)) await server.close()
})

describe('an encoder that publishes over RTMP', () => {
  it('delivers tracks, then packets in order from a keyframe on', async () => {
    const ingest = testIngest(['key'])
    const url = await serve(ingest.onPublish)
    const { code, stderr } = await publish(`${url}/live/key`, { seconds: 3, isLive: false }).exited
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const [received] = ingest.receivedStreams
    await received?.ended
    expect(received?.publisher.request).toMatchObject({
      protocol: 'rtmp',
      streamKey: 'key',
      isBackup: false,
      address: '127.0.0.1',
      encoder: expect.stringContaining('FMLE'),
    })
    expect(received?.tracks.map(({ codec }) => codec).toSorted()).toEqual(['aac', 'h264'])
    const firstOf = (kind: string) => received?.items.filter((item) => item.kind === kind).slice(0, 2)
    expect(firstOf('video')).toMatchObject([{ codec: 'h264' }, { isKey: true }])
    expect(firstOf('audio')).toMatchObject([{ codec: 'aac' }, { isKey: true }])
    expect(received?.video).toHaveLength(75)
    expect(received?.video.filter(({ isKey }) => isKey)).toHaveLength(3)
    expect(received?.audio.length).toBeGreaterThan(138)
    expect(isIncreasing(received?.video ?? [])).toBe(true)
    expect(isIncreasing(received?.audio ?? [])).toBe(true)
    expect((received?.video.at(-1)?.dts ?? 0) - (received?.video[0]?.dts ?? 0)).toBe(74 * 3600)
  })

  it('delivers composition times with B-frames', async () => {
    const ingest = testIngest(['key'])
    const url = await serve(ingest.onPublish)
    const frames = ['-preset', 'veryfast', '-bf', '2', '-b_strategy', '0']
    expect((await publish(`${url}/live/key`, { seconds: 2, isLive: false }, frames).exited).code).toBe(0)
    const video = ingest.receivedStreams[0]?.video ?? []
    expect(isIncreasing(video)).toBe(true)
    expect(new Set(video.map(({ cts }) => cts)).size).toBeGreaterThan(1)
    const times = video.map(({ dts, cts }) => dts + cts).toSorted((a, b) => a - b)
    expect(times.every((time, n) => n === 0 || time - (times[n - 1] ?? 0) === 3600)).toBe(true)
  })

  it('is refused before it publishes, and shows the reason', async () => {
    const ingest = testIngest(['key'])
    const url = await serve(ingest.onPublish)
    const { code, stderr } = await publish(`${url}/live/wrong`).exited
    expect(code).not.toBe(0)
    expect(stderr).toContain('The stream key is not valid.')
    expect(ingest.refused).toHaveLength(1)
  })

  it('is refused while another one publishes', async () => {
    const url = await serve(async () => ({ isAccepted: false, reason: 'already-publishing' }))
    const { code, stderr } = await publish(`${url}/live/key`).exited
    expect(code).not.toBe(0)
    expect(stderr).toContain('Another encoder is publishing')
  })

  it('is disconnected when the server closes it, and its sink is not notified', async () => {
    const ingest = testIngest(['key'])
    const encoder = publish(`${await serve(ingest.onPublish)}/live/key`)
    const received = await ingest.next()
    await received.packets(10)
    received.publisher.close('stopped')
    const { code } = await encoder.exited
    // Without the server closing the connection, the encoder would publish for minutes.
    expect(code).not.toBe(0)
    expect(received.isEnded()).toBe(false)
  })

  it('ends its sink when it is killed', async () => {
    const ingest = testIngest(['key'])
    const encoder = publish(`${await serve(ingest.onPublish)}/live/key`)
    const received = await ingest.next()
    await received.packets(10)
    encoder.process.kill('SIGKILL')
    await received.ended
  })

  it('ends its sink when the server closes', async () => {
    const ingest = testIngest(['key'])
    const encoder = publish(`${await serve(ingest.onPublish)}/live/key`)
    const received = await ingest.next()
    await received.packets(10)
    await servers.pop()?.close()
    await received.ended
    expect((await encoder.exited).code).not.toBe(0)
  })

  it('is disconnected when its codec is not supported', async () => {
    const ingest = testIngest(['key'])
    const encoder = publish(`${await serve(ingest.onPublish)}/live/key`, {}, [], ['-c:v', 'flv1'])
    const received = await ingest.next()
    const { code, stderr } = await encoder.exited
    expect(code).not.toBe(0)
    expect(stderr).toContain('The codec is not supported.')
    await received.ended
    expect(received.video).toEqual([])
  })

  it('is identified by the last part of the URL, without its query', async () => {
    const ingest = testIngest(['key'])
    const url = await serve(ingest.onPublish)
    const encoder = publish(`${url}/studio/one/key?token=1`, { seconds: 1, isLive: false })
    expect((await encoder.exited).code).toBe(0)
  })

  it('is disconnected when it is idle', async () => {
    const ingest = testIngest(['key'])
    const encoder = publish(`${await serve(ingest.onPublish, { idleTimeoutMs: 2000 })}/live/key`)
    const received = await ingest.next()
    await received.packets(10)
    encoder.process.kill('SIGSTOP')
    await received.ended
  })
})

describe('an encoder that publishes over RTMPS', () => {
  const certificate = { cert: '', key: '' }

  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'kinora-rtmps-'))
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
    const output = ['-keyout', key, '-out', cert, '-subj', '/CN=localhost', '-days', '2']
    execFileSync('openssl', ['req', '-x509', '-nodes', ...curve, ...output], { stdio: 'ignore' })
    Object.assign(certificate, { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') })
    rmSync(folder, { recursive: true })
  })

  it('delivers the same media as over RTMP', async () => {
    const ingest = testIngest(['key'])
    const url = await serve(ingest.onPublish, {}, certificate)
    expect(await publish(`${url}/live/key`, { seconds: 1, isLive: false }).exited).toEqual({
      code: 0,
      stderr: '',
    })
    const [received] = ingest.receivedStreams
    await received?.ended
    expect(received?.publisher.request).toMatchObject({ protocol: 'rtmps', address: '127.0.0.1' })
    expect(received?.video).toHaveLength(25)
  })

  it('is served after connections without TLS, aborted ones, and too many', async () => {
    const ingest = testIngest(['key'])
    const limits = { handshakeTimeoutMs: 200, maxConnectionsPerAddress: 3 }
    const url = await serve(ingest.onPublish, limits, certificate)
    const port = Number(new URL(url).port)
    const [silent, garbage, broken, refused] = [connect(port), connect(port), connect(port), connect(port)]
    const all = [silent, garbage, broken, refused]
    for (const socket of all) socket.on('error', () => undefined).resume()
    garbage.write('GET / HTTP/1.1\r\n\r\n')
    broken.write(Buffer.from([0x16, 3, 1, 2, 0, 1]), () => broken.resetAndDestroy())
    // `once` would reject with the reset that the server may send.
    const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))
    await Promise.all(all.map((socket) => socket.closed || closed(socket)))
    expect(await publish(`${url}/live/key`, { seconds: 1, isLive: false }).exited).toMatchObject({ code: 0 })
  })

  it('is refused, disconnected and ended with the server', async () => {
    const ingest = testIngest(['key'])
    const url = await serve(ingest.onPublish, {}, certificate)
    expect((await publish(`${url}/live/wrong`).exited).stderr).toContain('The stream key is not valid.')
    const kicked = publish(`${url}/live/key`)
    const first = await ingest.next()
    await first.packets(10)
    first.publisher.close('key-revoked')
    expect((await kicked.exited).code).not.toBe(0)
    const second = publish(`${url}/live/key`)
    const received = await ingest.next()
    await received.packets(10)
    await servers.pop()?.close()
    await received.ended
    expect((await second.exited).code).not.toBe(0)
  })
})

async function serve(
  onPublish: OnPublish,
  limits: Partial<RtmpLimits> = {},
  tls?: { cert: string; key: string },
): Promise<string> {
  const base = { port: 0, host: '127.0.0.1', onPublish, log: createLog('silent'), limits }
  const server = await startRtmpServer(tls ? { ...base, tls } : base)
  servers.push(server)
  return `${tls ? 'rtmps' : 'rtmp'}://127.0.0.1:${server.port}`
}

function publish(
  url: string,
  options: { seconds?: number; isLive?: boolean } = {},
  extra: readonly string[] = [],
  videoArgs: readonly string[] = h264Args,
): Encoder {
  const encoder = startEncoder([...videoArgs, ...extra, ...aacArgs, '-f', 'flv', url], options)
  encoders.push(encoder)
  return encoder
}
