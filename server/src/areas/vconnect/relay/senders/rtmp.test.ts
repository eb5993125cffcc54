// Slow: ffmpeg and a live node take streams in real time.
import { type ChildProcess, spawn } from 'node:child_process'
import { createTsSource, type LivePacket, type LiveTrack } from '@kinora/media'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../../../platform/log.ts'
import { startSrtListener } from '../../../../platform/transport/srt/listener.ts'
import { type Client, newOwner } from '../../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../../testing/kinora.ts'
import { newDestination, newInput, testPorts } from '../../../../testing/live/connectors.ts'
import { aacArgs, h264Args, startEncoder } from '../../../../testing/live/encoder.ts'
import { freeUdpPort } from '../../../../testing/live/free-udp-port.ts'
import { type RtmpTestServer, startRtmpTestServer } from '../../../../testing/live/rtmp-server.ts'
import { sendWritten, writtenTracks } from '../../../../testing/live/written-stream.ts'
import { newStream } from '../../../../testing/livestreams.ts'
import { eventually } from '../../../../testing/machine/eventually.ts'
import { freePort } from '../../../../testing/test-processes.ts'

const KEY = 'SECRET-STREAM-KEY'
const { video, audio } = writtenTracks
let kinora: TestKinora
let owner: Client
const closing: (() => unknown)[] = []

beforeAll(async () => {
  kinora = await startTestKinora({
    env: { ROLES: 'web,delivery,ingest', LOG_LEVEL: 'info', VCONNECT_PORTS: testPorts() },
  })
  owner = await newOwner(kinora.url)
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  for (const { id } of (await owner.call('getVconnectBay', {})).inputs)
    await owner.call('deleteVconnectInput', { params: { id } })
})
afterAll(() => kinora.stop())

const inputNow = (id: string) => owner.call('getVconnectInput', { params: { id } })
const connectNow = (id: string) => owner.call('getVconnectConnect', { params: { id } })

/** Connects an input to an RTMP server. */
async function sendTo(inputId: string, address: string, streamId: string | null = KEY) {
  const destination = await newDestination(owner, { kind: 'rtmp', address, streamId })
  const body = { inputId, destinationId: destination.id }
  return { destination, ...(await owner.call('createVconnectConnect', { body })) }
}

async function serverWith(options: Parameters<typeof startRtmpTestServer>[0] = {}): Promise<RtmpTestServer> {
  const server = await startRtmpTestServer(options)
  closing.push(server.close)
  return server
}

/** An input that ffmpeg sends to. */
async function fedInput(codecs: readonly string[]) {
  const input = await newInput(owner)
  await eventually(async () => {
    const { state } = await owner.call('getVconnectInput', { params: { id: input.id } })
    expect(state).toBe('listening')
  })
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25', '-f', 'lavfi', '-i', 'sine']
  ffmpeg(['-re', ...picture, ...codecs, '-f', 'mpegts', `${input.address}?pkt_size=1316`])
  return input
}

/** An input that gets a stream without an encoder. */
async function writtenInput(...sent: [tracks: readonly LiveTrack[], streamType?: number]) {
  const port = await freeUdpPort()
  const input = await newInput(owner, { kind: 'udp', address: `udp://127.0.0.1:${port}` })
  const sending = sendWritten(port, ...sent)
  closing.push(sending.stop)
  return input
}

function ffmpeg(args: readonly string[]): { process: ChildProcess; said: () => string } {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let text = ''
  child.stdout.on('data', (part) => {
    text += String(part)
  })
  closing.push(() => child.kill('SIGKILL'))
  return { process: child, said: () => text }
}

describe('an RTMP destination', () => {
  it('of ffmpeg, of Kinora and of another server gets a stream at once, and a change to one touches no other', async () => {
    const [port, server] = [await freePort(), await serverWith()]
    const listen = ['-listen', '1', '-i', `rtmp://127.0.0.1:${port}/live/${KEY}`, '-map', '0']
    const { said } = ffmpeg([...listen, '-c', 'copy', '-f', 'null', '-progress', 'pipe:1', '-'])
    const stream = await newStream(owner)
    const { streamKey } = await owner.call('getStreamKey', { params: { id: stream.id } })
    const input = await fedInput([...h264Args, '-bf', '2', ...aacArgs])
    const whole = await sendTo(input.id, `rtmp://127.0.0.1:${port}/live/${KEY}`, null)
    expect(whole.destination.address).toBe(`rtmp://127.0.0.1:${port}/live/***`)
    await eventually(async () => {
      const { ingest } = await owner.call('getLivestream', { params: { id: stream.id } })
      expect(Number(new URL(ingest.rtmp).port)).toBeGreaterThan(0)
    })
    const { ingest } = await owner.call('getLivestream', { params: { id: stream.id } })
    const own = await sendTo(input.id, ingest.rtmp, streamKey)
    const other = await sendTo(input.id, `rtmp://127.0.0.1:${server.port}/app`)
    await eventually(() => expect(said().match(/^frame=[1-9]\d$/m)).not.toBeNull())
    await eventually(async () => {
      for (const { id } of [whole, own, other])
        expect(await connectNow(id)).toMatchObject({
          state: 'sending',
          figures: { dropped: 0, queueBytes: 0 },
        })
      const monitors = await owner.call('getMonitors', { params: { id: stream.id } })
      expect(monitors.health).toMatchObject({ width: 320, height: 180 })
      expect((await owner.call('getLivestream', { params: { id: stream.id } })).status).toBe('active')
    })
    expect(await (await fetch(`${kinora.url}/play/${stream.playbackId}.m3u8`)).text()).toContain('avc1')
    const [received] = server.publishers
    const { figures } = await connectNow(other.id)
    expect(figures?.kbps).toBeGreaterThan(50)
    await owner.call('deleteVconnectConnect', { params: { id: whole.id } })
    await owner.call('updateVconnectConnect', { params: { id: own.id }, body: { enabled: false } })
    const count = received?.packets.length ?? 0
    await eventually(() => expect(received?.packets.length).toBeGreaterThan(count + 60))
    expect(server.publishers).toHaveLength(1)
    for (const kind of ['video', 'audio'] as const) {
      const times = received?.packets.flatMap((packet) => (packet.kind === kind ? [packet.dts] : [])) ?? []
      const steps = times.slice(1).map((time, n) => time - (times[n] ?? 0))
      expect(Math.max(...steps)).toBeLessThan(90 * 50)
      expect(Math.min(...steps)).toBeGreaterThan(0)
    }
    // B-frames are shown later than they are decoded, and never before.
    const shown = received?.packets.filter(({ kind }) => kind === 'video').map(({ cts }) => cts) ?? []
    expect(Math.max(...shown)).toBeGreaterThan(0)
    expect(Math.min(...shown)).toBeGreaterThanOrEqual(0)
    expect(kinora.logged()).not.toContain(KEY)
  })

  it('that refuses is quoted, and gets the stream when it takes it', async () => {
    const refuse = { code: 'NetStream.Publish.BadName', description: 'KEY is in use.' }
    const server = await serverWith({ refuse })
    const input = await writtenInput([video, audio])
    const { id } = await sendTo(input.id, `rtmp://127.0.0.1:${server.port}/app`)
    await eventually(async () =>
      expect(await connectNow(id)).toMatchObject({
        state: 'failing',
        reason: 'refused',
        detail: 'NetStream.Publish.BadName: *** is in use.',
        nextTryAt: expect.any(String),
      }),
    )
    await server.close()
    const again = await serverWith({ port: server.port })
    await eventually(async () =>
      expect(await connectNow(id)).toMatchObject({ state: 'sending', detail: null }),
    )
    expect(again.publishers[0]).toMatchObject({ app: 'app', key: KEY })
    const events = JSON.stringify((await owner.call('listEvents', { query: { objectId: id } })).items)
    expect(events).toContain('*** is in use.')
    expect(events).not.toContain(KEY)
  })

  it('gets audio without video, and names a codec that RTMP does not carry', async () => {
    const server = await serverWith()
    const heard = await writtenInput([audio])
    const { id } = await sendTo(heard.id, `rtmp://127.0.0.1:${server.port}/app`)
    await eventually(async () => expect(await connectNow(id)).toMatchObject({ state: 'sending' }))
    expect(server.publishers[0]?.packets.every(({ kind }) => kind === 'audio')).toBe(true)
    const old = await writtenInput([], 2)
    const failing = await sendTo(old.id, `rtmp://127.0.0.1:${server.port}/old`)
    await eventually(async () =>
      expect(await connectNow(failing.id)).toMatchObject({
        state: 'failing',
        reason: 'codec-not-supported',
        detail: 'MPEG-2 video',
      }),
    )
    expect(server.publishers).toHaveLength(1)
  })
})

describe('a live stream', () => {
  it('goes to servers, receivers and another live stream while it runs', async () => {
    const [from, to] = [await newStream(owner), await newStream(owner)]
    const input = await newInput(owner, { kind: 'livestream', livestreamId: from.id })
    expect(input).toMatchObject({ address: '', livestream: { id: from.id, name: from.name } })
    const servers = [await serverWith(), await serverWith()]
    const published = await Promise.all(
      servers.map(({ port }) => sendTo(input.id, `rtmp://127.0.0.1:${port}/app`)),
    )
    const received: LivePacket[] = []
    const source = createTsSource({
      track: () => undefined,
      packet: (packet) => received.push(packet),
      cue: () => undefined,
      end: () => undefined,
    })
    const listener = await startSrtListener({
      port: 0,
      host: '127.0.0.1',
      log: createLog('silent'),
      limits: { idleTimeoutMs: 600_000 },
      decide: async () => ({
        isAccepted: true,
        keys: null,
        onPayload: (payload) => void source.push(payload),
        onEnd: () => undefined,
      }),
    })
    closing.push(() => listener.close())
    const ends = [
      { address: `srt://127.0.0.1:${listener.port}` },
      { kind: 'livestream', address: null, livestreamId: to.id },
    ] as const
    for (const end of ends) {
      const body = { inputId: input.id, destinationId: (await newDestination(owner, end)).id }
      const { id } = await owner.call('createVconnectConnect', { body })
      published.push({ ...published[0], id } as (typeof published)[number])
    }
    await eventually(async () => expect((await inputNow(input.id)).state).toBe('listening'))
    const { ingest } = await owner.call('getLivestream', { params: { id: from.id } })
    const { streamKey } = await owner.call('getStreamKey', { params: { id: from.id } })
    const encoder = startEncoder([...h264Args, ...aacArgs, '-f', 'flv', `${ingest.rtmp}/${streamKey}`])
    closing.push(() => encoder.process.kill('SIGKILL'))
    await eventually(async () => {
      expect(await inputNow(input.id)).toMatchObject({
        state: 'receiving',
        figures: { invalid: 0, faults: [] },
      })
      for (const { id } of published) expect((await connectNow(id)).state).toBe('sending')
      expect((await owner.call('getLivestream', { params: { id: to.id } })).status).toBe('active')
    })
    const { figures } = await inputNow(input.id)
    expect(figures?.streams.map(({ codec }) => codec)).toEqual(['H.264', 'AAC'])
    const others = servers.map(({ publishers }) => publishers[0]?.packets ?? [])
    for (const packets of [received, ...others])
      for (const kind of ['video', 'audio'] as const)
        await eventually(() => {
          const times = packets.flatMap((packet) => (packet.kind === kind ? [packet.dts] : []))
          expect(times.length).toBeGreaterThan(25)
          const steps = times.slice(1).map((time, n) => time - (times[n] ?? 0))
          expect(Math.max(...steps)).toBeLessThan(90 * 100)
          expect(Math.min(...steps)).toBeGreaterThan(0)
        })
    await owner.call('stopLivestream', { params: { id: from.id } })
    await eventually(async () =>
      expect(await inputNow(input.id)).toMatchObject({ state: 'lost', reason: 'not-live' }),
    )
  })
})

describe('an encoder that publishes by RTMP', () => {
  it('is relayed with the key of its input, and disconnected when the input is paused', async () => {
    const server = await serverWith()
    const input = await newInput(owner, { kind: 'rtmp' })
    const { id } = await sendTo(input.id, `rtmp://127.0.0.1:${server.port}/app`)
    const params = { id: input.id }
    await eventually(async () => expect((await inputNow(input.id)).address).not.toContain(':0/'))
    const { address } = await inputNow(input.id)
    const { streamKey } = await owner.call('getVconnectInputKey', { params })
    const encoder = startEncoder([...h264Args, ...aacArgs, '-f', 'flv', `${address}/${streamKey}`])
    closing.push(() => encoder.process.kill('SIGKILL'))
    await eventually(async () => {
      expect(await inputNow(input.id)).toMatchObject({ state: 'receiving', figures: { faults: [] } })
      expect((await connectNow(id)).state).toBe('sending')
    })
    await eventually(() => expect(server.publishers[0]?.packets.length).toBeGreaterThan(50))
    await owner.call('updateVconnectInput', { params, body: { enabled: false } })
    expect((await encoder.exited).code).not.toBe(0)
    await owner.call('updateVconnectInput', { params, body: { enabled: true } })
    await eventually(async () => expect((await inputNow(input.id)).state).toBe('listening'))
    const audit = JSON.stringify(
      await owner.call('listAudit', {
        query: { organizationId: owner.organizationId ?? '', objectId: input.id },
      }),
    )
    expect(audit).toContain('vconnect_input.key.viewed')
    expect(audit + kinora.logged()).not.toContain(streamKey)
  })
})
