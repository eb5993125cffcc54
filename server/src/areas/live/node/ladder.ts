import {
  configInFrames,
  createFlvSource,
  flvTagReader,
  type LadderKeyframes,
  LIVE_TICKS,
  type LivePacket,
  type LiveRung,
  type LiveSink,
  type LiveVideoTrack,
  liveLadderArgs,
  matroskaFrame,
  matroskaHead,
} from '@kinora/media'
import type { Ffmpeg, FfmpegWorker } from '../../../platform/ffmpeg/index.ts'
import type { Logger } from '../../../platform/log.ts'
import { createOverload, type Lateness } from './overload.ts'

export interface LadderOptions {
  readonly ffmpeg: Ffmpeg
  readonly log: Logger
  /** A prepared folder. */
  readonly cwd: string
  readonly memoryBytes: number
  readonly rungs: readonly LiveRung[]
  /** Keyframes of the next ffmpeg. A time is on the session's clock. */
  readonly keyframes: () => LadderKeyframes
  /** Frames since the last keyframe, so that ffmpeg can start at once. Empty if the keyframe is too far back. */
  readonly replay: () => readonly LivePacket[]
  /** Receives the frames of a rung. After a restart of ffmpeg they begin at a keyframe and may repeat earlier ones. */
  readonly output: (rung: LiveRung) => Pick<LiveSink, 'track' | 'packet'>
  /** ffmpeg has failed too often. Called once until it works again. The ladder goes on trying until it is killed. */
  readonly onGivenUp: () => void
  /** ffmpeg cannot keep up with the stream. Called once. The ladder continues until it is killed. */
  readonly onTooSlow: () => void
  readonly nowMs: () => number
}

/** Encodes renditions of a live stream with one ffmpeg, which is restarted if it exits or hangs. */
export interface Ladder {
  track(track: LiveVideoTrack): void
  packet(packet: LivePacket): void
  /** Frames that were not encoded because ffmpeg was too slow. */
  readonly droppedFrames: () => number
  /** Time of the last frame that all renditions have written. Null before the first one. */
  readonly encodedTicks: () => number | null
  /** Ends the input. Resolves when the last frames have been written. */
  end(): Promise<void>
  /** Ends at once, without further output. */
  kill(): void
}

/** Limit of unread input: about 4 s at 16 Mbit/s. Beyond it frames are dropped until the next keyframe. */
const MAX_QUEUED_BYTES = 8 * 1024 ** 2
/** Limit of sent frames that ffmpeg has not written yet. */
const MAX_OPEN_FRAMES = 2000
const MAX_TAG_BYTES = 8 * 1024 ** 2
const MAX_STARTS = 3
const STARTS_WINDOW_MS = 60_000
const END_MS = 3000
/** FLV rounds times to milliseconds. */
const TICKS_PER_MS = LIVE_TICKS / 1000

interface Run {
  readonly process: NonNullable<ReturnType<FfmpegWorker['start']>>
  readonly lateness: (behindMs: number, nowMs: number) => Lateness
  /** Frames that were sent to ffmpeg and not written yet, with the time at which they were sent. */
  open: { readonly dts: number; readonly sentMs: number }[]
}

export function startLadder(options: LadderOptions): Ladder {
  const { ffmpeg, log, cwd, memoryBytes, rungs, keyframes, replay, output, nowMs } = options
  const worker = ffmpeg.worker({ name: 'the encoder of a live stream', log })
  let track: LiveVideoTrack | null = null
  let run: Run | null = null
  let isStarted = false
  let isOver = false
  let isTooSlow = false
  let skipsToKey = true
  let dropped = 0
  const encoded = new Map<number, number>()
  let starts: number[] = []
  let hasGivenUp = false

  /** @param packet the next frame */
  function start(packet: LivePacket): void {
    if (worker.pauseMs() > 0) return
    const now = nowMs()
    starts = [...starts.filter((at) => now - at < STARTS_WINDOW_MS), now]
    if (starts.length === 1) hasGivenUp = false
    if (starts.length > MAX_STARTS && !hasGivenUp) {
      hasGivenUp = true
      options.onGivenUp()
      if (isOver) return
    }
    const earlier = replay()
    const firstTicks = timeOf(earlier[0] ?? packet)
    const wanted = keyframes()
    const args = liveLadderArgs(
      rungs,
      wanted === 'source' ? wanted : { fromS: wanted.fromS - firstTicks / LIVE_TICKS },
    )
    const process = worker.start(args, { cwd, memoryBytes, outputs: rungs.length })
    if (process === null) return
    const own: Run = { process, lateness: createOverload(now), open: [] }
    run = own
    isStarted = false
    skipsToKey = earlier.length === 0
    for (const [n, rung] of rungs.entries()) readRung(own, n, output(rung))
    void process.ended.then(() => {
      if (run === own) run = null
    })
    for (const each of earlier) write(own, each)
  }

  function readRung(own: Run, n: number, sink: Pick<LiveSink, 'track' | 'packet'>): void {
    const read = flvTagReader(MAX_TAG_BYTES)
    const source = createFlvSource({
      track: sink.track,
      packet(packet) {
        encoded.set(n, packet.dts)
        const written = own.open.findLastIndex(({ dts }) => dts <= packet.dts + TICKS_PER_MS)
        if (written >= 0) own.open.splice(0, written + 1)
        sink.packet(packet)
      },
      cue: () => undefined,
      end: () => undefined,
    })
    own.process.outputs[n]?.on('data', (chunk: Buffer) => {
      if (run !== own) return
      for (const { kind, timestampMs, body } of read(chunk))
        if (kind === 'video') source.video(timestampMs, body)
    })
  }

  function write(own: Run, packet: LivePacket): void {
    if (track === null) return
    const { input } = own.process
    if (!isStarted) input.write(matroskaHead([track]))
    isStarted = true
    const { isKey } = packet
    const data = isKey ? Buffer.concat([configInFrames(track), packet.data]) : packet.data
    input.write(matroskaFrame('video', timeOf(packet) / TICKS_PER_MS, isKey, data))
    own.open.push({ dts: timeOf(packet), sentMs: nowMs() })
    if (own.open.length > MAX_OPEN_FRAMES) own.open.shift()
  }

  /** Whether the frame is dropped because ffmpeg is late. */
  function isLeftOut(own: Run, { isKey }: LivePacket): boolean {
    const now = nowMs()
    const behindMs = now - (own.open[0]?.sentMs ?? now)
    const lateness = own.lateness(behindMs, now)
    if (lateness === 'too-slow' && !isTooSlow) {
      isTooSlow = true
      options.onTooSlow()
    }
    // If the source has few keyframes, the next one can be many seconds away, so a short delay drops no frames.
    const isLate = keyframes() === 'source' ? lateness !== 'on-time' : lateness === 'too-slow'
    const isFull = isLate || own.process.input.writableLength > MAX_QUEUED_BYTES
    if (isFull) skipsToKey = true
    if (isKey && !isFull) skipsToKey = false
    return skipsToKey
  }

  return {
    droppedFrames: () => dropped,
    encodedTicks: () => (encoded.size < rungs.length ? null : Math.min(...encoded.values())),
    track(next) {
      track = next
    },
    packet(packet) {
      if (isOver || track === null) return
      if (run === null) start(packet)
      if (run === null) {
        if (!isOver) dropped += 1
        return
      }
      if (isLeftOut(run, packet)) {
        dropped += 1
        return
      }
      write(run, packet)
    },
    async end() {
      isOver = true
      const own = run
      if (own === null) return
      own.process.input.end()
      const timer = setTimeout(own.process.kill, END_MS)
      await own.process.ended
      clearTimeout(timer)
    },
    kill() {
      isOver = true
      const own = run
      run = null
      own?.process.kill()
    },
  }
}

/** Decode time of the encoded frame: the presentation time, because the encoder does not reorder frames. */
function timeOf({ dts, cts }: LivePacket): number {
  return dts + cts
}
