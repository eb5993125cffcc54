import {
  createFlvSource,
  flvConfigTag,
  flvFrameTag,
  flvHeader,
  flvTagReader,
  type LivePacket,
  type LiveRung,
  type LiveSink,
  type LiveVideoTrack,
  liveLadderArgs,
} from '@kinora/media'
import type { Ffmpeg } from '../../../platform/ffmpeg/index.ts'
import type { Logger } from '../../../platform/log.ts'

export interface LadderOptions {
  readonly ffmpeg: Ffmpeg
  readonly log: Logger
  /** A prepared folder. */
  readonly cwd: string
  readonly memoryBytes: number
  readonly rungs: readonly LiveRung[]
  /** Receives the frames of a rung. */
  readonly output: (rung: LiveRung) => Pick<LiveSink, 'track' | 'packet'>
  /** It ended by itself too often. */
  readonly onGivenUp: () => void
}

/** Encodes the lower renditions of a live stream with one ffmpeg, which is started again if it ends. */
export interface Ladder {
  track(track: LiveVideoTrack): void
  packet(packet: LivePacket): void
  /** Frames that were not encoded because ffmpeg was too slow. */
  readonly droppedFrames: () => number
  /** Time of the last frame that all renditions have. Null before the first one. */
  readonly encodedTicks: () => number | null
  /** Ends the input, and resolves when the last frames have been written. */
  end(): Promise<void>
}

/** Unread input. Beyond it, frames are dropped up to the next keyframe: about 2 s of 16 Mbit/s. */
const MAX_QUEUED_BYTES = 4 * 1024 ** 2
const MAX_TAG_BYTES = 8 * 1024 ** 2
const MAX_STARTS = 3
const STARTS_WINDOW_MS = 60_000
const END_MS = 3000

type Run = ReturnType<Ffmpeg['stream']>

export function startLadder(options: LadderOptions): Ladder {
  const { ffmpeg, log, cwd, memoryBytes, rungs, output, onGivenUp } = options
  let track: LiveVideoTrack | null = null
  let run: Run | null = null
  let isStarted = false
  let isTrackNew = false
  let isOver = false
  let skipsToKey = true
  let dropped = 0
  const encoded = new Map<number, number>()
  let starts: number[] = []

  function start(): void {
    const now = performance.now()
    starts = [...starts.filter((at) => now - at < STARTS_WINDOW_MS), now]
    if (starts.length > MAX_STARTS) {
      isOver = true
      onGivenUp()
      return
    }
    const own = ffmpeg.stream(liveLadderArgs(rungs), { cwd, memoryBytes, outputs: rungs.length })
    run = own
    isStarted = false
    skipsToKey = true
    for (const [n, rung] of rungs.entries()) readRung(own, n, output(rung))
    void own.ended.then(({ stderrTail }) => {
      if (run !== own) return
      run = null
      if (isOver) return
      log.warn({ stderrTail }, 'the encoder of a live stream ended and is started again')
      start()
    })
  }

  function readRung(own: Run, n: number, sink: Pick<LiveSink, 'track' | 'packet'>): void {
    const read = flvTagReader(MAX_TAG_BYTES)
    const source = createFlvSource({
      track: sink.track,
      packet(packet) {
        encoded.set(n, packet.dts)
        sink.packet(packet)
      },
      end: () => undefined,
    })
    own.outputs[n]?.on('data', (chunk: Buffer) => {
      for (const { kind, timestampMs, body } of read(chunk))
        if (kind === 'video') source.video(timestampMs, body)
    })
  }

  return {
    droppedFrames: () => dropped,
    encodedTicks: () => (encoded.size < rungs.length ? null : Math.min(...encoded.values())),
    track(next) {
      track = next
      isTrackNew = true
    },
    packet(packet) {
      if (isOver || track === null) return
      if (run === null) start()
      if (run === null) return
      if (run.input.writableLength > MAX_QUEUED_BYTES) skipsToKey = true
      if (skipsToKey && !(packet.isKey && run.input.writableLength <= MAX_QUEUED_BYTES)) {
        dropped += 1
        return
      }
      skipsToKey = false
      if (!isStarted) run.input.write(flvHeader)
      if (!isStarted || isTrackNew) run.input.write(flvConfigTag(track, packet.dts))
      isStarted = true
      isTrackNew = false
      run.input.write(flvFrameTag(packet))
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
