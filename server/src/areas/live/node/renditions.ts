import {
  createRecentFrames,
  type Encoding,
  LIVE_TICKS,
  type LivePacket,
  type LiveRung,
  type LiveSink,
  type LiveVideoTrack,
  liveRungs,
  type PictureSize,
  sourceRung,
} from '@kinora/media'
import type { Ffmpeg } from '../../../platform/ffmpeg/index.ts'
import type { Logger } from '../../../platform/log.ts'
import type { LeftOut } from '../health/meter.ts'
import { joinRun, type SentTimes, SOURCE, TOLERANCE } from './join-runs.ts'
import { type Ladder, type LadderOptions, startLadder } from './ladder.ts'
import { createTopSource } from './top-source.ts'

export interface RenditionOptions {
  readonly ffmpeg: Ffmpeg
  readonly log: Logger
  readonly cwd: string
  readonly memoryBytes: number
  readonly encoding: Pick<Encoding, 'rungs'>
  /** Video size of the source. */
  readonly size: PictureSize
  /** Longest interval between keyframes: with a longer one, segments would begin without a keyframe. */
  readonly longestSegmentS: number
  /** Receives the frames of a rendition, by its name: `source` or the name of a rung. */
  readonly output: (name: string) => Pick<LiveSink, 'track' | 'packet'>
  readonly onEvent: (event: RenditionEvent) => void
  /** Monotonic clock in ms. */
  readonly nowMs?: () => number
}

export type RenditionEvent =
  /** A rendition was dropped, because the machine is too slow or its encoder failed. */
  | { readonly type: 'left-out'; readonly name: string }
  /** The top rendition is encoded, because keyframes of the source are too far apart or no IDR pictures. */
  | { readonly type: 'top-encoded' }
  /** The top rendition is the unmodified source again, because the machine is too slow to encode it. */
  | { readonly type: 'top-as-sent' }

/** Video renditions of a session: the top one (the source, unmodified or encoded) and the ladder below it. */
export interface Renditions {
  track(track: LiveVideoTrack): void
  packet(packet: LivePacket): void
  readonly droppedFrames: () => number
  /** Time of the last frame that all encoded renditions have written. Null without encoded renditions. */
  readonly encodedTicks: () => number | null
  /** Dropped rungs, and the number of rungs in the whole ladder. */
  readonly leftOut: () => LeftOut
  /** Ends the encoders. Resolves when their last frames have been written. */
  end(): Promise<void>
}

/** Tolerance of the packager, which ends segments without a keyframe at the same length. */
const EARLY_TICKS = LIVE_TICKS / 200
/** Limit of the frames kept since the last keyframe. */
const MAX_REPLAY_BYTES = 6 * 1024 ** 2

/** Encodes the renditions below the source, and the source itself if its keyframes are too far apart or no IDR pictures. If the machine is
 * too slow, it first stops encoding the source, then drops the highest rung, then the next one. The source itself is
 * never dropped. */
export function startRenditions(options: RenditionOptions): Renditions {
  const { ffmpeg, log, cwd, memoryBytes, encoding, size, output, onEvent } = options
  const nowMs = options.nowMs ?? (() => performance.now())
  const lower = liveRungs(size, encoding)
  const longestTicks = options.longestSegmentS * LIVE_TICKS
  const names: string[] = []
  const sent: SentTimes = new Map()
  const top = createTopSource(() => output(SOURCE), sent, MAX_REPLAY_BYTES, nowMs)
  const gop = createRecentFrames(MAX_REPLAY_BYTES)
  let rungs: readonly LiveRung[] = lower
  let track: LiveVideoTrack | null = null
  let ladder: Ladder | null = rungs.length === 0 ? null : start(rungs, null)
  /** Ladder that includes the encoded top rendition. Replaces the current one at the time `from`. */
  let next: { readonly ladder: Ladder; readonly from: number; readonly release: () => void } | null = null
  /** Time from which the top rendition is encoded. */
  let encodedFrom = Number.POSITIVE_INFINITY
  let mayEncodeTop = true
  let lastKey: number | null = null
  let droppedBefore = 0

  function start(of: readonly LiveRung[], after: { from: number; turn: Turn } | null): Ladder {
    const own: Ladder = startLadder({
      ffmpeg,
      log,
      cwd,
      memoryBytes,
      rungs: of,
      keyframes: after === null ? 'source' : { fromS: after.from / LIVE_TICKS },
      replay: gop.frames,
      output({ name }) {
        const isTop = name === SOURCE
        const sink = joinRun(
          output(name),
          sent,
          { name, from: after?.from ?? Number.NEGATIVE_INFINITY },
          isTop ? top.stopHolding : () => undefined,
        )
        return after === null || isTop ? sink : after.turn.wait(sink)
      },
      nowMs,
      onTooSlow() {
        log.warn('this machine is too slow for all renditions of a live stream')
        encodeLess(own, 'top')
      },
      onGivenUp() {
        log.error('the encoder of a live stream keeps failing: only the source is delivered')
        encodeLess(own, 'all')
      },
    } satisfies LadderOptions)
    if (track !== null) own.track(track)
    return own
  }

  /** Drops the highest rendition that a ladder encodes, or all of them. */
  function encodeLess(own: Ladder, what: 'top' | 'all'): void {
    const isNext = own === next?.ladder
    if (own !== ladder && !isNext) return
    own.kill()
    droppedBefore += own.droppedFrames()
    const wasTopEncoded = encodedFrom < Number.POSITIVE_INFINITY
    if (wasTopEncoded) sendTopAsItIs()
    // The current ladder continues.
    if (isNext) return
    const count = what === 'all' ? rungs.length : wasTopEncoded ? 0 : 1
    for (const { name } of rungs.slice(rungs.length - count).toReversed()) leaveOut(name)
    rungs = rungs.slice(0, rungs.length - count)
    ladder = rungs.length === 0 ? null : start(rungs, null)
  }

  function leaveOut(name: string): void {
    names.push(name)
    onEvent({ type: 'left-out', name })
  }

  function sendTopAsItIs(): void {
    next?.ladder.kill()
    next = null
    encodedFrom = Number.POSITIVE_INFINITY
    top.resume()
    onEvent({ type: 'top-as-sent' })
  }

  /** Starts a second ladder that also encodes the top rendition from this frame on. */
  function encodeTop({ dts }: LivePacket): void {
    mayEncodeTop = false
    encodedFrom = dts
    top.startHolding()
    const turn = createTurn()
    const all = [...rungs, sourceRung(size, encoding)]
    next = { ladder: start(all, { from: encodedFrom, turn }), from: encodedFrom, release: turn.begin }
    onEvent({ type: 'top-encoded' })
  }

  /** Holds a source frame in case the encoded rendition does not arrive in time. */
  function holdTop(packet: LivePacket): void {
    if (top.hold(packet)) return
    log.warn('this machine is too slow to encode the top rendition of a live stream')
    if (ladder !== null) encodeLess(ladder, 'top')
  }

  return {
    track(changed) {
      track = changed
      top.track(changed)
      // Frames of an earlier configuration cannot be replayed with this one.
      gop.clear()
      ladder?.track(changed)
      next?.ladder.track(changed)
    },
    packet(packet) {
      if (packet.isKey) lastKey = packet.dts
      const isTooFar = lastKey !== null && packet.dts - lastKey >= longestTicks - EARLY_TICKS
      const canReplay = packet.isKey || gop.frames().length > 0
      if ((isTooFar || packet.isOpen === true) && mayEncodeTop && canReplay) encodeTop(packet)
      if (next !== null && packet.dts >= next.from - TOLERANCE) {
        droppedBefore += ladder?.droppedFrames() ?? 0
        const { ladder: following, release } = next
        void (ladder?.end() ?? Promise.resolve()).then(release)
        ladder = following
        next = null
      }
      if (packet.dts < encodedFrom - TOLERANCE) top.send(packet)
      else holdTop(packet)
      ladder?.packet(packet)
      next?.ladder.packet(packet)
      gop.add(packet)
    },
    droppedFrames: () => droppedBefore + (ladder?.droppedFrames() ?? 0),
    encodedTicks: () => ladder?.encodedTicks() ?? null,
    leftOut: () => ({ names, of: lower.length }),
    async end() {
      next?.ladder.kill()
      await ladder?.end()
    },
  }
}

/** Buffers the output of the next ladder until the current one has written its last frame. */
interface Turn {
  wait(sink: Pick<LiveSink, 'track' | 'packet'>): Pick<LiveSink, 'track' | 'packet'>
  begin(): void
}

function createTurn(): Turn {
  let waiting: (() => void)[] | null = []
  const later = (task: () => void) => (waiting === null ? task() : void waiting.push(task))
  return {
    wait: ({ track, packet }) => ({
      track: (each) => later(() => track(each)),
      packet: (each) => later(() => packet(each)),
    }),
    begin() {
      const tasks = waiting ?? []
      waiting = null
      for (const task of tasks) task()
    },
  }
}
