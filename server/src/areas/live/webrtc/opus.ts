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
import type { Ffmpeg, FfmpegWorker } from '../../../platform/ffmpeg/index.ts'
import type { Logger } from '../../../platform/log.ts'

export interface OpusOptions {
  readonly ffmpeg: Ffmpeg
  readonly log: Logger
  /** A prepared folder. */
  readonly cwd: string
  readonly memoryBytes: number
  readonly onWorkerFailing: (name: string) => void
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

/** Starts an encoder, which is started again if it exits or hangs. */
export function startOpus(
  { ffmpeg, log, cwd, memoryBytes, onWorkerFailing: onFailing }: OpusOptions,
  track: LiveTrack,
  onPacket: (packet: OpusPacket) => void,
): OpusEncoder {
  const worker = ffmpeg.worker({ name: 'the audio encoder for WebRTC viewers', log, onFailing })
  let run: ReturnType<FfmpegWorker['start']> = null
  let isClosed = false
  let lastTime = 0

  function start(): void {
    const own = worker.start(rtcAudioArgs(), { cwd, memoryBytes, outputs: 1 })
    if (own === null) return
    run = own
    const read = oggOpusReader(OPUS_PACKET_SAMPLES)
    const isInTime = waitUntilInTime()
    own.input.write(matroskaHead([track]))
    own.outputs[0]?.on('data', (chunk: Buffer) => {
      if (run !== own) return
      try {
        for (const packet of read(chunk)) if (isInTime(lastTime - packet.time)) onPacket(packet)
      } catch (err) {
        log.warn({ err }, 'the audio for WebRTC viewers cannot be read')
        own.kill()
      }
    })
    void own.ended.then(() => {
      if (run === own) run = null
    })
  }

  return {
    packet({ dts, data }) {
      lastTime = dts
      if (isClosed) return
      if (run === null) start()
      if (run === null || run.input.writableLength > MAX_QUEUED_BYTES) return
      run.input.write(matroskaFrame('audio', (dts * 1000) / LIVE_TICKS, true, data))
    },
    close() {
      isClosed = true
      run?.kill()
      run = null
    },
  }
}

/** Drops packets that waited while ffmpeg started: browsers would delay all later audio by the same time. */
function waitUntilInTime(): (behindTicks: number) => boolean {
  const startedMs = performance.now()
  let isSteady = false
  return (behindTicks) => {
    isSteady ||= behindTicks < STEADY_TICKS || performance.now() - startedMs > STEADY_MS
    return isSteady
  }
}
