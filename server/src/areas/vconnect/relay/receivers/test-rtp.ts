import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VconnectInput } from '@kinora/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Client } from '../../../../testing/client.ts'
import { newDestination, newInput } from '../../../../testing/live/connectors.ts'
import { aacArgs, h264Args, startEncoder } from '../../../../testing/live/encoder.ts'
import { type FfmpegPeer, startFfmpegPeer } from '../../../../testing/live/ffmpeg-peer.ts'
import { freeRtpPort } from '../../../../testing/live/free-udp-port.ts'
import { startLossyProxy } from '../../../../testing/live/lossy-proxy.ts'
import { sendWritten, writtenTracks } from '../../../../testing/live/written-stream.ts'
import { eventually } from '../../../../testing/machine/eventually.ts'

/** Longer than a busy machine stands still. */
const LATENCY_MS = 3000
let owner: Client
let folder = ''
const closing: (() => unknown)[] = []

type InputFigures = NonNullable<VconnectInput['figures']>

const inputNow = (id: string) => owner.call('getVconnectInput', { params: { id } })

function ffmpeg(args: readonly string[]): FfmpegPeer {
  const peer = startFfmpegPeer(args)
  closing.push(peer.stop)
  return peer
}

/** Sends a file that was encoded before by RTP, again and again. */
function sendRtp(port: number): FfmpegPeer {
  const file = ['-re', '-stream_loop', '-1', '-i', join(folder, 'stream.ts'), '-c', 'copy']
  return ffmpeg([...file, '-f', 'rtp_mpegts', '-fec', 'prompeg=l=5:d=5', `rtp://127.0.0.1:${port}`])
}

/** A way to an input on which packets of the stream are lost, but those of forward error correction arrive.
 * @returns the port to send to */
async function lossyWay(target: number, isLost: (sequence: number) => boolean): Promise<number> {
  const port = await freeRtpPort()
  for (const offset of [0, 2, 4]) {
    const drops = (datagram: Buffer) => offset === 0 && isLost(datagram.readUInt16BE(2))
    const proxy = await startLossyProxy(target + offset, drops, port + offset)
    closing.push(proxy.close)
  }
  return port
}

/** An input behind a lossy way. */
async function lossyInput(fec: 'columns' | 'rows-and-columns', isLost: (sequence: number) => boolean) {
  const own = await freeRtpPort()
  const address = `rtp://127.0.0.1:${own}`
  const input = await newInput(owner, { kind: 'rtp', address, fec, latencyMs: LATENCY_MS })
  await eventually(async () => expect((await inputNow(input.id)).state).toBe('listening'))
  return { id: input.id, port: await lossyWay(own, isLost) }
}

/** Tests of RTP on a Kinora that runs. @param place called when a test begins */
export function testRtp(place: () => { readonly owner: Client }): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rtp-'))
    // Enough packets for many matrices.
    const codecs = [...h264Args, '-qp', '8', ...aacArgs]
    const { exited } = startEncoder([...codecs, join(folder, 'stream.ts')], { seconds: 4, isLive: false })
    expect((await exited).code).toBe(0)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  beforeEach(() => {
    owner = place().owner
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  it('passes from ffmpeg to ffmpeg over RTP, and what is lost on two ways is recovered', async () => {
    const first = await lossyInput('rows-and-columns', (sequence) => sequence % 17 === 0)
    // A burst as long as a row.
    const second = await lossyInput('columns', (sequence) => sequence % 50 < 5)
    const onward = await newDestination(owner, {
      kind: 'rtp',
      address: `rtp://127.0.0.1:${second.port}`,
      fec: 'columns',
      fecColumns: 5,
      fecRows: 5,
    })
    const out = await freeRtpPort()
    const away = await newDestination(owner, { kind: 'rtp', address: `rtp://127.0.0.1:${out}` })
    for (const [from, to] of [
      [first, onward],
      [second, away],
    ] as const)
      await owner.call('createVconnectConnect', { body: { inputId: from.id, destinationId: to.id } })
    const output = ['-c', 'copy', '-f', 'null', '-progress', 'pipe:1', '-']
    const peer = ffmpeg(['-i', `rtp://127.0.0.1:${out}`, ...output])
    sendRtp(first.port)
    const lastLosses = new Map<string, Pick<InputFigures, 'recovered' | 'unrecovered'>>()
    /** Packets recovered since the last one that was lost for ever: a busy machine loses more than the way does. */
    function recoveredInARow(id: string, figures: InputFigures | null): number {
      const { recovered = 0, unrecovered = 0 } = figures ?? {}
      const last = lastLosses.get(id) ?? { recovered: 0, unrecovered: 0 }
      if (unrecovered > last.unrecovered) lastLosses.set(id, { recovered, unrecovered })
      return recovered - (lastLosses.get(id)?.recovered ?? 0)
    }
    await eventually(async () => {
      for (const { id } of [first, second]) {
        const { state, figures, peer: from } = await inputNow(id)
        expect({ state, from }).toEqual({ state: 'receiving', from: expect.stringMatching(/^127\.0\.0\.1:/) })
        expect(figures).toMatchObject({ fec: { columns: 5, rows: 5 } })
        // Others come from a busy machine.
        expect(figures?.faults.map((fault) => fault.id)).not.toContain('continuity')
        expect(recoveredInARow(id, figures)).toBeGreaterThan(20)
        expect(figures?.fec?.neededMs).toBeGreaterThan(0)
        expect(figures?.streams.map(({ codec }) => codec)).toEqual(['H.264', 'AAC'])
      }
      expect(framesOf(peer.said())).toBeGreaterThan(25)
    })
  })

  it('is lost for ever beyond its forward error correction, and plain UDP is no RTP', async () => {
    // Bursts of more than two rows, wherever a matrix begins, and single packets.
    const isLost = (sequence: number) => sequence % 100 < 11 || sequence % 100 === 60
    const { id, port } = await lossyInput('columns', isLost)
    const sending = sendRtp(port)
    await eventually(async () => {
      const { figures } = await inputNow(id)
      expect(figures?.unrecovered).toBeGreaterThan(0)
      expect(figures?.recovered).toBeGreaterThan(0)
    })
    sending.stop()
    await eventually(async () =>
      expect(await inputNow(id)).toMatchObject({ state: 'lost', reason: 'silent' }),
    )
    closing.push(sendWritten(port, [writtenTracks.video]).stop)
    await eventually(async () =>
      expect(await inputNow(id)).toMatchObject({ state: 'lost', reason: 'not-ts' }),
    )
  })
}

function framesOf(text: string): number {
  return Number([...text.matchAll(/^frame=(\d+)$/gm)].at(-1)?.[1] ?? 0)
}
