import {
  configInFrames,
  createFlvSource,
  flvTagReader,
  type LiveSink,
  type LiveTrack,
  type LiveVideoTrack,
  matroskaFrame,
  matroskaHead,
  opusHead,
  type PictureSize,
  pictureSizeOf,
  rtcIngestArgs,
  rtcPictureSize,
} from '@kinora/media'
import type { Ffmpeg, FfmpegWorker } from '../../../platform/ffmpeg/index.ts'
import type { Logger } from '../../../platform/log.ts'

/** Transcodes the media of a WebRTC publisher to H.264 of one size with regular keyframes, and AAC. Browsers send Opus,
 * change the video size, and have no fixed keyframes. Uses one ffmpeg, which starts when the tracks are known. It is
 * restarted if it exits or hangs, and if the video becomes larger: the first frames of a browser may be small. */
export interface Transcoder {
  /** Sets the parameter sets of the next frames. */
  config(track: LiveVideoTrack): void
  frame(kind: 'video' | 'audio', timeS: number, isKey: boolean, data: Uint8Array): void
  close(): void
}

export interface TranscoderOptions {
  readonly ffmpeg: Ffmpeg
  readonly log: Logger
  /** A prepared folder. */
  readonly cwd: string
  readonly memoryBytes: number
  readonly expects: readonly ('video' | 'audio')[]
  readonly sink: Pick<LiveSink, 'track' | 'packet'>
  /** The transcoder needs a keyframe. */
  readonly onKeyWanted: () => void
  /** ffmpeg fails each time it starts. Called once until it works again. */
  readonly onFailing: () => void
}

const MAX_TAG_BYTES = 8 * 1024 ** 2
/** Limit of unread input. Beyond it frames are dropped until the next keyframe. */
const MAX_QUEUED_BYTES = 2 * 1024 ** 2
/** Time that the first track waits for the other one before ffmpeg starts without it. */
const WAIT_MS = 600
/** Time for which the video is larger before the output is. */
const GROW_MS = 1000
/** First timestamp, which keeps timestamps positive despite the encoder delay. */
const START_MS = 1000

type Run = NonNullable<ReturnType<FfmpegWorker['start']>>

export function startTranscoder(options: TranscoderOptions): Transcoder {
  const { ffmpeg, log, cwd, memoryBytes, expects, sink, onKeyWanted, onFailing } = options
  const worker = ffmpeg.worker({ name: 'the transcoder of a WebRTC publisher', log, onFailing })
  let video: LiveVideoTrack | null = null
  let sets: Uint8Array = new Uint8Array(0)
  let run: {
    readonly own: Run
    readonly kinds: ReadonlySet<'video' | 'audio'>
    readonly size: PictureSize | null
  } | null = null
  const seen = new Set<'video' | 'audio'>()
  let firstAt: number | null = null
  let largerSince: number | null = null
  let skipsToKey = false
  let isClosed = false

  function start(): void {
    const kinds = new Set(seen)
    const size = kinds.has('video') ? outputSize() : null
    const args = rtcIngestArgs(size, kinds.has('audio'))
    const own = worker.start(args, { cwd, memoryBytes, outputs: kinds.size })
    if (own === null) return
    run = { own, kinds, size }
    largerSince = null
    const opus: LiveTrack = { kind: 'audio', codec: 'opus', config: opusHead() }
    own.input.write(
      matroskaHead([...(video !== null && size ? [video] : []), ...(kinds.has('audio') ? [opus] : [])]),
    )
    skipsToKey = kinds.has('video')
    if (skipsToKey) onKeyWanted()
    const flv = createFlvSource({ ...sink, cue: () => undefined, end: () => undefined })
    for (const output of own.outputs) {
      const read = flvTagReader(MAX_TAG_BYTES)
      output.on('data', (chunk: Buffer) => {
        if (run?.own !== own) return
        for (const { kind, timestampMs, body } of read(chunk)) flv[kind](timestampMs, body)
      })
    }
    void own.ended.then(() => {
      if (run?.own === own) run = null
    })
  }

  function restart(): void {
    const before = run
    run = null
    before?.own.kill()
    start()
  }

  function outputSize(): PictureSize | null {
    const source = video && pictureSizeOf(video)
    return source && rtcPictureSize(source)
  }

  /** Whether the video has been larger than the output for a while. Call with each keyframe. */
  function hasGrown(): boolean {
    const [now, size] = [performance.now(), outputSize()]
    const isLarger = run?.size && size && size.width * size.height > run.size.width * run.size.height
    largerSince = isLarger ? (largerSince ?? now) : null
    return largerSince !== null && now - largerSince >= GROW_MS
  }

  /** Whether all tracks have arrived, or one has waited long enough. */
  function isReady(): boolean {
    const now = performance.now()
    firstAt ??= now
    return expects.every((kind) => seen.has(kind)) || now - firstAt >= WAIT_MS
  }

  return {
    config(track) {
      video = track
      sets = configInFrames(track)
    },
    frame(kind, timeS, isKey, data) {
      if (isClosed || (kind === 'video' && video === null)) return
      if (kind === 'audio' || isKey) seen.add(kind)
      if (!seen.has(kind)) return
      if (run === null && isReady()) start()
      else if (run !== null && (!run.kinds.has(kind) || (kind === 'video' && isKey && hasGrown()))) restart()
      if (run === null || isClosed) return
      const { input } = run.own
      const isFull = input.writableLength > MAX_QUEUED_BYTES
      if (kind === 'video') {
        if (isFull && !skipsToKey) {
          skipsToKey = true
          onKeyWanted()
        }
        if (skipsToKey && !(isKey && !isFull)) return
        skipsToKey = false
      } else if (isFull) return
      const timeMs = START_MS + timeS * 1000
      const bytes = kind === 'video' && isKey ? Buffer.concat([sets, data]) : data
      input.write(matroskaFrame(kind, timeMs, isKey, bytes))
    },
    close() {
      isClosed = true
      const before = run
      run = null
      before?.own.kill()
    },
  }
}
