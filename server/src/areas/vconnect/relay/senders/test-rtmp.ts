import { createTsSource, type LivePacket, type LiveTrack } from '@kinora/media'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../../platform/log.ts'
import { startSrtListener } from '../../../../platform/transport/srt/listener.ts'
import type { Client } from '../../../../testing/client.ts'
import type { TestKinora } from '../../../../testing/kinora.ts'
import { newDestination, newInput } from '../../../../testing/live/connectors.ts'
import { aacArgs, h264Args, startEncoder } from '../../../../testing/live/encoder.ts'
import { type FfmpegPeer, startFfmpegPeer } from '../../../../testing/live/ffmpeg-peer.ts'
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

const inputNow = (id: string) => owner.call('getVconnectInput', { params: { id } })
const connectNow = (id: string) => owner.call('getVconnectConnect', { params: { id } })

/** Connects an input to an RTMP server. */
async function sendTo(inputId: string, address: string, streamId: string | null = KEY) {
  const destination = await newDestination(owner, { kind: 'rtmp', address, streamId })
  return { destination, ...(await join(inputId, destination)) }
}

function join(inputId: string, { id: destinationId }: { readonly id: string }) {
  return owner.call('createVconnectConnect', { body: { inputId, destinationId } })
}

async function serverWith(options: Parameters<typeof startRtmpTestServer>[0] = {}): Promise<RtmpTestServer> {
  const server = await startRtmpTestServer(options)
  closing.push(server.close)
  return server
}

/** An input that gets a stream without an encoder. */
async function writtenInput(...sent: [tracks: readonly LiveTrack[], streamType?: number]) {
  const port = await freeUdpPort()
  const input = await newInput(owner, { kind: 'udp', address: `udp://127.0.0.1:${port}` })
  const sending = sendWritten(port, ...sent)
  closing.push(sending.stop)
  return input
}

function ffmpeg(args: readonly string[]): FfmpegPeer {
  const peer = startFfmpegPeer(args)
  closing.push(peer.stop)
  return peer
}

/** Tests of RTMP on a Kinora that runs, because its live nodes take long to start. @param place called when a test begins */
export function testRtmp(place: () => { readonly kinora: TestKinora; readonly owner: Client }): void {
  beforeEach(() => {
    ;({ kinora, owner } = place())
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  describe('an RTMP destination', () => {
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

  describe('an encoder that publishes by RTMP', () => {
    it('is relayed to ffmpeg, a server and a live stream, which goes on to others, and a change to one touches no other', async () => {
      const [port, server, platform] = [await freePort(), await serverWith(), await serverWith()]
      const listen = [
        '-listen',
        '1',
        '-analyzeduration',
        '500000',
        '-i',
        `rtmp://127.0.0.1:${port}/live/${KEY}`,
      ]
      const { said } = ffmpeg([
        ...listen,
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
      const input = await newInput(owner, { kind: 'rtmp' })
      const stream = await newStream(owner)
      const onward = await newInput(owner, { kind: 'livestream', livestreamId: stream.id })
      expect(onward).toMatchObject({ address: '', livestream: { id: stream.id, name: stream.name } })
      const whole = await sendTo(input.id, `rtmp://127.0.0.1:${port}/live/${KEY}`, null)
      expect(whole.destination.address).toBe(`rtmp://127.0.0.1:${port}/live/***`)
      const other = await sendTo(input.id, `rtmp://127.0.0.1:${server.port}/app`)
      const published = await sendTo(onward.id, `rtmp://127.0.0.1:${platform.port}/app`)
      const receiver = await receive()
      const live = { kind: 'livestream', address: null, livestreamId: stream.id } as const
      const own = await join(input.id, await newDestination(owner, live))
      const bySrt = await join(
        onward.id,
        await newDestination(owner, { address: receiver.address, latencyMs: 1500 }),
      )
      const params = { id: input.id }
      await eventually(async () => {
        expect((await inputNow(input.id)).address).not.toContain(':0/')
        expect((await inputNow(onward.id)).state).toBe('listening')
      })
      const { address } = await inputNow(input.id)
      const { streamKey } = await owner.call('getVconnectInputKey', { params })
      const codecs = [...h264Args, '-bf', '2', ...aacArgs]
      const encoder = startEncoder([...codecs, '-f', 'flv', `${address}/${streamKey}`])
      closing.push(() => encoder.process.kill('SIGKILL'))
      await eventually(() => expect(said().match(/^frame=[1-9]\d$/m)).not.toBeNull())
      const all = [whole, other, published, own, bySrt].map(({ id }) => id)
      await eventually(async () => {
        const bay = await owner.call('getVconnectBay', {})
        for (const id of [input.id, onward.id]) {
          const end = bay.inputs.find((each) => each.id === id)
          expect(end).toMatchObject({ state: 'receiving', figures: { invalid: 0 } })
          // Others come from a busy machine.
          expect(end?.figures?.faults.map((fault) => fault.id)).not.toContain('continuity')
        }
        for (const id of all)
          expect(bay.connects.find((each) => each.id === id)).toMatchObject({
            state: 'sending',
            figures: { dropped: 0 },
          })
      })
      expect((await connectNow(own.id)).figures?.queueBytes).toBeTypeOf('number')
      await eventually(async () =>
        expect((await owner.call('getLivestream', { params: { id: stream.id } })).status).toBe('active'),
      )
      const { figures } = await inputNow(onward.id)
      expect(figures?.streams.map(({ codec }) => codec)).toEqual(['H.264', 'AAC'])
      await eventually(async () => expect((await connectNow(other.id)).figures?.kbps).toBeGreaterThan(50))
      await owner.call('deleteVconnectConnect', { params: { id: whole.id } })
      const received = server.publishers[0]?.packets ?? []
      const count = received.length
      await eventually(() => expect(received.length).toBeGreaterThan(count + 30))
      expect(server.publishers).toHaveLength(1)
      for (const packets of [received, receiver.packets, platform.publishers[0]?.packets ?? []]) {
        // A live stream can leave frames out when it begins.
        await eventually(() => expectInOrder(packets, packets === received ? 100 : 1000))
        // B-frames are shown later than they are decoded, and never before.
        const shown = packets.filter(({ kind }) => kind === 'video').map(({ cts }) => cts)
        expect(Math.max(...shown)).toBeGreaterThan(0)
        expect(Math.min(...shown)).toBeGreaterThanOrEqual(0)
      }
      await owner.call('updateVconnectInput', { params, body: { enabled: false } })
      expect((await encoder.exited).code).not.toBe(0)
      await owner.call('stopLivestream', { params: { id: stream.id } })
      await eventually(async () =>
        expect(await inputNow(onward.id)).toMatchObject({ state: 'lost', reason: 'not-live' }),
      )
      const query = { organizationId: owner.organizationId ?? '', objectId: input.id }
      const audit = JSON.stringify(await owner.call('listAudit', { query }))
      expect(audit).toContain('vconnect_input.key.viewed')
      for (const secret of [KEY, streamKey]) expect(audit + kinora.logged()).not.toContain(secret)
    })
  })
}

/** Expects frames of both kinds in their order, without a longer gap. */
function expectInOrder(packets: readonly LivePacket[], longestMs: number): void {
  for (const kind of ['video', 'audio'] as const) {
    const times = packets.flatMap((packet) => (packet.kind === kind ? [packet.dts] : []))
    expect(times.length).toBeGreaterThan(25)
    const steps = times.slice(1).map((time, n) => time - (times[n] ?? 0))
    expect(Math.max(...steps)).toBeLessThan(90 * longestMs)
    expect(Math.min(...steps)).toBeGreaterThan(0)
  }
}

/** A receiver by SRT. */
async function receive(): Promise<{ address: string; packets: LivePacket[] }> {
  const packets: LivePacket[] = []
  const source = createTsSource({
    track: () => undefined,
    packet: (packet) => packets.push(packet),
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
  return { address: `srt://127.0.0.1:${listener.port}`, packets }
}
