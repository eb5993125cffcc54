import {
  createFlvSource,
  flvTagReader,
  LIVE_TICKS,
  type LiveAudioTrack,
  type LivePacket,
  type LiveSink,
  liveAudioArgs,
  matroskaFrame,
  matroskaHead,
  parseAacConfig,
} from '@kinora/media'
import type { Ffmpeg, FfmpegWorker } from '../../../platform/ffmpeg/index.ts'
import type { Logger } from '../../../platform/log.ts'

export interface AudioFormatOptions {
  readonly ffmpeg: Ffmpeg
  readonly log: Logger
  /** A prepared folder. */
  readonly cwd: string
  readonly memoryBytes: number
  readonly output: Pick<LiveSink, 'track' | 'packet'>
  readonly onWorkerFailing: (name: string) => void
}

/** Keeps the format of the first audio of a session, because another one would need a discontinuity in all renditions.
 * Audio in the same format passes unmodified. Other audio, and audio that players do not support, is encoded. */
export interface AudioFormat {
  track(track: LiveAudioTrack): void
  packet(packet: LivePacket): void
  /** The format of all audio. Null before the first audio. */
  readonly kept: () => LiveAudioTrack | null
  /** Ends the encoder. Resolves when its last frames have been written. */
  close(): Promise<void>
}

/** AAC-LC, 48 kHz, stereo. */
const STANDARD: LiveAudioTrack = { kind: 'audio', codec: 'aac', config: Uint8Array.of(0x11, 0x90) }

export function keepAudioFormat(options: AudioFormatOptions): AudioFormat {
  const { output } = options
  let kept: LiveAudioTrack | null = null
  let encoder: AudioEncoder | null = null
  return {
    track(track) {
      if (kept === null) {
        kept = canPlay(track) ? track : STANDARD
        output.track(kept)
      }
      void encoder?.end()
      encoder = isSame(track, kept) ? null : startAudioEncoder(options, track, kept)
    },
    packet(packet) {
      if (encoder === null) output.packet(packet)
      else encoder.packet(packet)
    },
    kept: () => kept,
    close: async () => encoder?.end(),
  }
}

function canPlay({ codec, config }: LiveAudioTrack): boolean {
  return codec === 'aac' && parseAacConfig(config) !== null
}

function isSame(a: LiveAudioTrack, b: LiveAudioTrack): boolean {
  return a.codec === b.codec && Buffer.compare(a.config, b.config) === 0
}

interface AudioEncoder {
  packet(packet: LivePacket): void
  end(): Promise<void>
}

const MAX_TAG_BYTES = 256 * 1024
/** Limit of unread input. Beyond it frames are dropped. */
const MAX_QUEUED_BYTES = 256 * 1024
const END_MS = 1000

/** Encodes audio in the format of another track with one ffmpeg, which is restarted if it exits or hangs. */
function startAudioEncoder(
  { ffmpeg, log, cwd, memoryBytes, output, onWorkerFailing: onFailing }: AudioFormatOptions,
  from: LiveAudioTrack,
  to: LiveAudioTrack,
): AudioEncoder {
  const format = parseAacConfig(to.config)
  const worker = ffmpeg.worker({ name: 'the audio encoder of a live stream', log, onFailing })
  let run: ReturnType<FfmpegWorker['start']> = null
  let isOver = false

  function start(): void {
    if (format === null) return
    const own = worker.start(liveAudioArgs(format), { cwd, memoryBytes, outputs: 1 })
    if (own === null) return
    run = own
    const read = flvTagReader(MAX_TAG_BYTES)
    const flv = createFlvSource({
      track: () => undefined,
      packet: output.packet,
      cue: () => undefined,
      end: () => undefined,
    })
    flv.expectVideo(false)
    own.outputs[0]?.on('data', (chunk: Buffer) => {
      for (const { kind, timestampMs, body } of read(chunk))
        if (kind === 'audio') flv.audio(timestampMs, body)
    })
    own.input.write(matroskaHead([from]))
    void own.ended.then(() => {
      if (run === own && !isOver) run = null
    })
  }

  return {
    packet({ dts, data }) {
      if (run === null && !isOver) start()
      if (run === null || run.input.writableLength > MAX_QUEUED_BYTES) return
      run.input.write(matroskaFrame('audio', (dts * 1000) / LIVE_TICKS, true, data))
    },
    async end() {
      isOver = true
      const own = run
      if (own === null) return
      own.input.end()
      const timer = setTimeout(own.kill, END_MS)
      await own.ended
      clearTimeout(timer)
    },
  }
}
