import {
  AAC_FRAME_SAMPLES,
  configInFrames,
  createFlvSource,
  flvTagReader,
  heldPictureArgs,
  type LastPicture,
  LIVE_TICKS,
  type LiveAudioTrack,
  type LivePacket,
  type LiveSink,
  type LiveTrack,
  matroskaFrame,
  matroskaHead,
  type PictureSize,
  parseAacConfig,
  pictureSizeOf,
  silentAacFrame,
  slateArgs,
} from '@kinora/media'
import type { Ffmpeg } from '../../../../platform/ffmpeg/index.ts'

/** A short loop of encoded frames that viewers see while no encoder sends. */
export interface Slate {
  readonly tracks: readonly LiveTrack[]
  readonly packets: readonly LivePacket[]
  readonly durationTicks: number
}

const MAX_TAG_BYTES = 8 * 1024 ** 2

/** Encodes the slate in the size of the source. Rejects if ffmpeg fails. */
export async function makeSlate(
  ffmpeg: Ffmpeg,
  {
    cwd,
    memoryBytes,
    size,
    image,
  }: {
    readonly cwd: string
    readonly memoryBytes: number
    readonly size: PictureSize
    /** JPEG that is fitted into the frame. Null for the dark slate. */
    readonly image: Uint8Array | null
  },
): Promise<Slate> {
  const args = slateArgs(size, image !== null)
  const run = ffmpeg.stream(args, { cwd, memoryBytes, outputs: 1, hasInput: false })
  run.input.end(image ?? undefined)
  return readLoop(run)
}

/** Encodes the last picture of a source as a loop. Rejects if ffmpeg fails. */
export async function makeHeldPicture(
  ffmpeg: Ffmpeg,
  { cwd, memoryBytes }: { readonly cwd: string; readonly memoryBytes: number },
  { track, frames }: LastPicture,
): Promise<Slate> {
  const size = pictureSizeOf(track)
  const times = frames.map(({ dts, cts }) => dts + cts)
  const [first] = frames
  if (size === null || first === undefined) throw new Error('the source has no picture')
  const msOf = (ticks: number) => ((ticks - Math.min(...times)) * 1000) / LIVE_TICKS
  const args = heldPictureArgs(size, msOf(Math.max(...times)) / 1000)
  const run = ffmpeg.stream(args, { cwd, memoryBytes, outputs: 1, hasInput: false })
  run.input.write(matroskaHead([track]))
  for (const [n, { isKey, data }] of frames.entries()) {
    const bytes = n === 0 ? Buffer.concat([configInFrames(track), data]) : data
    run.input.write(matroskaFrame('video', msOf(times[n] ?? 0), isKey, bytes))
  }
  run.input.end()
  return readLoop(run)
}

async function readLoop(run: ReturnType<Ffmpeg['stream']>): Promise<Slate> {
  const tracks: LiveTrack[] = []
  const packets: LivePacket[] = []
  const read = flvTagReader(MAX_TAG_BYTES)
  const source = createFlvSource({
    track: (track) => tracks.push(track),
    packet: (packet) => packets.push(packet),
    cue: () => undefined,
    end: () => undefined,
  })
  run.outputs[0]?.on('data', (chunk: Buffer) => {
    for (const { kind, timestampMs, body } of read(chunk))
      if (kind === 'video') source.video(timestampMs, body)
  })
  const { stderrTail } = await run.ended
  const [first, second] = packets
  const last = packets.at(-1)
  if (first === undefined || second === undefined || last === undefined)
    throw new Error(`ffmpeg made no slate: ${stderrTail}`)
  const fromZero = packets.map((packet) => ({ ...packet, dts: packet.dts - first.dts }))
  return { tracks, packets: fromZero, durationTicks: last.dts - first.dts + (second.dts - first.dts) }
}

/** Plays the slate in real time, with silence in the audio format of the stream.
 * @param lagTicks delay of the stream after the first frame was sent, which the slate catches up */
export function playSlate(
  slate: Slate,
  audio: LiveAudioTrack | null,
  sink: LiveSink,
  lagTicks: () => number,
): { readonly stop: () => void } {
  const format = audio && parseAacConfig(audio.config)
  const silence = format && silentAacFrame(format.channels)
  for (const track of slate.tracks) sink.track(track)
  if (audio !== null && silence !== null) sink.track(audio)
  let started = performance.now()
  let sentVideo = 0
  let sentAudio = 0

  function send(): void {
    const now = ((performance.now() - started) / 1000) * LIVE_TICKS
    for (;;) {
      const packet = slate.packets[sentVideo % slate.packets.length]
      const loop = Math.floor(sentVideo / slate.packets.length) * slate.durationTicks
      if (packet === undefined || packet.dts + loop > now) break
      sink.packet({ ...packet, dts: packet.dts + loop })
      sentVideo += 1
    }
    if (!format || !silence) return
    const frameTicks = (AAC_FRAME_SAMPLES * LIVE_TICKS) / format.sampleRate
    while (sentAudio * frameTicks <= now) {
      sink.packet({ kind: 'audio', dts: sentAudio * frameTicks, cts: 0, isKey: true, data: silence })
      sentAudio += 1
    }
  }

  send()
  started -= (lagTicks() / LIVE_TICKS) * 1000
  send()
  const timer = setInterval(send, 30)
  return { stop: () => clearInterval(timer) }
}
