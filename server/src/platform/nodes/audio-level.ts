import type { AudioLevels } from '@kinora/contract'
import {
  type AacFormat,
  adtsFrame,
  audioSamplesArgs,
  createLevelMeter,
  LEVEL_STEP_SAMPLES,
  type LevelMeter,
  type LiveAudioTrack,
  parseAacConfig,
} from '@kinora/media'
import type { Ffmpeg, FfmpegWorker } from '../ffmpeg/index.ts'
import type { Logger } from '../log.ts'

/** Measures the audio level of an encoder by decoding its AAC with ffmpeg, at about 0.1 % of a core; 0.25 % while
 * somebody watches the levels of its channels. */
export interface AudioLevel {
  track(track: LiveAudioTrack): void
  frame(data: Uint8Array): void
  /** The level in dBFS since the last call. Null if nothing was decoded. */
  take(): number | null
  /** Decodes all audio from now on, and passes the levels of its channels on. Null ends this. */
  watch(listener: ((levels: AudioLevels) => void) | null): void
  close(): void
}

/** Frames per write, so that ffmpeg wakes up only a few times a second. */
const BATCH_FRAMES = 12
/** The same while somebody watches: half a second, as long as frames of a preview are collected. */
const WATCHED_BATCH_FRAMES = 24
/** Decodes every fourth batch: a quarter of each second is enough to measure the level. */
const EVERY_BATCH = 4
/** Limit of unread input. Beyond it frames are dropped, because a measurement must not slow the stream. */
const MAX_QUEUED_BYTES = 64 * 1024

export function measureAudioLevel(
  ffmpeg: Ffmpeg,
  log: Logger,
  { cwd, memoryBytes }: { readonly cwd: string; readonly memoryBytes: number },
): AudioLevel {
  let meter: LevelMeter = createLevelMeter()
  let listener: ((levels: AudioLevels) => void) | null = null
  let steps: AudioLevels['steps'][number][] = []
  let format: AacFormat | null = null
  const worker = ffmpeg.worker({ name: 'the audio meter of a live stream', log })
  let run: ReturnType<FfmpegWorker['start']> = null
  let batch: Uint8Array[] = []
  let frames = 0
  let isClosed = false

  function start(): void {
    if (format === null) return
    const { channels, sampleRate } = format
    const stepMs = (LEVEL_STEP_SAMPLES / sampleRate) * 1000
    meter = createLevelMeter(channels, (levels) => {
      if (listener !== null) steps.push(levels)
    })
    const own = worker.start(audioSamplesArgs(channels), { cwd, memoryBytes, outputs: 1 })
    if (own === null) return
    run = own
    own.outputs[0]?.on('data', (chunk: Buffer) => {
      meter.push(chunk)
      if (steps.length === 0) return
      listener?.({ stepMs, steps })
      steps = []
    })
    void own.ended.then(() => {
      if (run === own) run = null
    })
  }

  return {
    track({ config }) {
      format = parseAacConfig(config)
    },
    frame(data) {
      frames += 1
      const isMeasured = listener !== null || Math.floor((frames - 1) / BATCH_FRAMES) % EVERY_BATCH === 0
      if (!isMeasured) return
      const framed = format && adtsFrame(format, data)
      if (framed === null) return
      batch.push(framed)
      if (batch.length < (listener === null ? BATCH_FRAMES : WATCHED_BATCH_FRAMES)) return
      const together = Buffer.concat(batch)
      batch = []
      if (run === null && !isClosed) start()
      if (run !== null && run.input.writableLength < MAX_QUEUED_BYTES) run.input.write(together)
    },
    take: () => meter.take(),
    watch(next) {
      listener = next
      steps = []
    },
    close() {
      isClosed = true
      run?.kill()
    },
  }
}
