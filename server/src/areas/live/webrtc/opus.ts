import {
  LIVE_TICKS,
  type LivePacket,
  type LiveTrack,
  matroskaFrame,
  matroskaHead,
  OPUS_PACKET_SAMPLES,
  type OpusPacket,
  oggOpusReader,
  rtcAudioArgs,
} from '@kinora/media'
import type { Ffmpeg } from '../../../platform/ffmpeg/index.ts'
import type { Logger } from '../../../platform/log.ts'

export interface OpusOptions {
  readonly ffmpeg: Ffmpeg
  readonly log: Logger
  /** A prepared folder. */
  readonly cwd: string
  readonly memoryBytes: number
}

/** Encodes the AAC of a stream as Opus, because browsers do not support AAC in WebRTC. */
export interface OpusEncoder {
  packet(packet: LivePacket): void
  close(): void
}

const MAX_QUEUED_BYTES = 256 * 1024
/** The encoder is in real time once its delay is below `STEADY_TICKS`, or after `STEADY_MS`. */
const STEADY_TICKS = 0.08 * LIVE_TICKS
const STEADY_MS = 3000

/** Starts an encoder. If ffmpeg fails, viewers have no audio. */
export function startOpus(
  { ffmpeg, log, cwd, memoryBytes }: OpusOptions,
  track: LiveTrack,
  onPacket: (packet: OpusPacket) => void,
): OpusEncoder {
  const run = ffmpeg.stream(rtcAudioArgs(), { cwd, memoryBytes, outputs: 1 })
  const read = oggOpusReader(OPUS_PACKET_SAMPLES)
  const startedMs = performance.now()
  let isClosed = false
  let isSteady = false
  let lastTime = 0
  run.input.write(matroskaHead([track]))
  run.outputs[0]?.on('data', (chunk: Buffer) => {
    if (isClosed) return
    try {
      for (const packet of read(chunk)) take(packet)
    } catch (err) {
      log.warn({ err }, 'the audio for WebRTC viewers cannot be read')
      close()
    }
  })
  void run.ended.then(({ stderrTail }) => {
    if (!isClosed) log.warn({ stderrTail }, 'the audio encoder for WebRTC viewers exited')
  })

  /** Drops packets that waited while ffmpeg started: browsers would delay all later audio by the same time. */
  function take(packet: OpusPacket): void {
    isSteady ||= lastTime - packet.time < STEADY_TICKS || performance.now() - startedMs > STEADY_MS
    if (isSteady) onPacket(packet)
  }

  function close(): void {
    isClosed = true
    run.kill()
  }

  return {
    packet({ dts, data }) {
      lastTime = dts
      if (isClosed || run.input.writableLength > MAX_QUEUED_BYTES) return
      run.input.write(matroskaFrame('audio', (dts * 1000) / LIVE_TICKS, true, data))
    },
    close,
  }
}
