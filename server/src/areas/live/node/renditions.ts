import {
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
import { type Ladder, type LadderOptions, startLadder } from './ladder.ts'

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
  /** The top rendition is encoded, because keyframes of the source are too far apart. */
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

const TOP = 'source'
/** Time between the decision to encode the top rendition and its first frame, in which ffmpeg starts. */
const LEAD_TICKS = LIVE_TICKS
/** Limit for the delay of the first encoded frame. */
const MAX_HELD_MS = 2000
/** Tolerance for times of encoded frames, which FLV rounds to milliseconds. */
const TOLERANCE = LIVE_TICKS / 500
/** Limit of the frames kept since the last keyframe. */
const MAX_REPLAY_BYTES = 6 * 1024 ** 2

/** Encodes the renditions below the source, and the source itself if its keyframes are too far apart. If the machine is
 * too slow, it first stops encoding the source, then drops the highest rung, then the next one. The source itself is
 * never dropped. */
export function startRenditions(options: RenditionOptions): Renditions {
  const { ffmpeg, log, cwd, memoryBytes, encoding, size, output, onEvent } = options
  const nowMs = options.nowMs ?? (() => performance.now())
  const lower = liveRungs(size, encoding)
  const longestTicks = options.longestSegmentS * LIVE_TICKS
  const names: string[] = []
  /** Time of the last sent frame, by rendition. */
  const sent = new Map<string, number>()
  let rungs: readonly LiveRung[] = lower
  let track: LiveVideoTrack | null = null
  let ladder: Ladder | null = rungs.length === 0 ? null : start(rungs, null)
  /** Ladder that includes the encoded top rendition. Replaces the current one at the time `from`. */
  let next: { readonly ladder: Ladder; readonly from: number; readonly release: () => void } | null = null
  /** Time from which the top rendition is encoded. */
  let encodedFrom = Number.POSITIVE_INFINITY
  let mayEncodeTop = true
  /** Source frames that are sent if the encoded rendition does not arrive in time. Null once it has arrived. */
  let held: LivePacket[] | null = null
  let heldSinceMs = 0
  /** False while the unmodified source waits for its next keyframe. */
  let isTopOpen = false
  let isTopTrackNew = false
  let lastKey: number | null = null
  let gop: LivePacket[] = []
  let gopBytes = 0
  let droppedBefore = 0

  function start(of: readonly LiveRung[], after: { from: number; turn: Turn } | null): Ladder {
    const own: Ladder = startLadder({
      ffmpeg,
      log,
      cwd,
      memoryBytes,
      rungs: of,
      keyframes: after === null ? 'source' : { fromS: after.from / LIVE_TICKS },
      replay: () => gop,
      output({ name }) {
        const sink = joinRuns(name, after?.from ?? Number.NEGATIVE_INFINITY)
        return after === null || name === TOP ? sink : after.turn.wait(sink)
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

  /** Joins the output of several ffmpeg runs. Each run continues at a keyframe after the last sent frame. */
  function joinRuns(name: string, from: number): Pick<LiveSink, 'track' | 'packet'> {
    const sink = output(name)
    let config: LiveVideoTrack | null = null
    let isOpen = false
    return {
      track(made) {
        if (made.kind !== 'video') return
        if (isOpen) sink.track(made)
        else config = made
      },
      packet(packet) {
        const isNew = packet.dts > (sent.get(name) ?? Number.NEGATIVE_INFINITY)
        if (!isNew || (!isOpen && !(packet.isKey && packet.dts >= from - TOLERANCE))) return
        if (config !== null) sink.track(config)
        config = null
        isOpen = true
        if (name === TOP) held = null
        sent.set(name, packet.dts)
        sink.packet(packet)
      },
    }
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
    const missed = held
    held = null
    if (missed === null) isTopOpen = false
    for (const packet of missed ?? []) sendTop(packet)
    onEvent({ type: 'top-as-sent' })
  }

  /** Starts a second ladder that also encodes the top rendition, because the source has too few keyframes. */
  function encodeTop({ dts }: LivePacket): void {
    mayEncodeTop = false
    encodedFrom = Math.ceil(dts + LEAD_TICKS)
    held = []
    const turn = createTurn()
    const all = [...rungs, sourceRung(size, encoding)]
    next = { ladder: start(all, { from: encodedFrom, turn }), from: encodedFrom, release: turn.begin }
    onEvent({ type: 'top-encoded' })
  }

  /** Holds a source frame in case the encoded rendition does not arrive in time. */
  function hold(frames: LivePacket[], packet: LivePacket): void {
    if (frames.length === 0) heldSinceMs = nowMs()
    frames.push(packet)
    const bytes = frames.reduce((sum, { data }) => sum + data.length, 0)
    if (nowMs() - heldSinceMs < MAX_HELD_MS && bytes < MAX_REPLAY_BYTES) return
    log.warn('this machine is too slow to encode the top rendition of a live stream')
    if (ladder !== null) encodeLess(ladder, 'top')
  }

  function sendTop(packet: LivePacket): void {
    if (!isTopOpen && !(packet.isKey && packet.dts > (sent.get(TOP) ?? Number.NEGATIVE_INFINITY))) return
    const top = output(TOP)
    if (track !== null && (isTopTrackNew || !isTopOpen)) top.track(track)
    isTopOpen = true
    isTopTrackNew = false
    sent.set(TOP, packet.dts)
    top.packet(packet)
  }

  function keep(packet: LivePacket): void {
    if (packet.isKey) {
      gop = []
      gopBytes = 0
    } else if (gop.length === 0) return
    gop.push(packet)
    gopBytes += packet.data.length
    if (gopBytes > MAX_REPLAY_BYTES) gop = []
  }

  return {
    track(changed) {
      track = changed
      isTopTrackNew = true
      // Frames of an earlier configuration cannot be replayed with this one.
      gop = []
      ladder?.track(changed)
      next?.ladder.track(changed)
    },
    packet(packet) {
      if (packet.isKey) lastKey = packet.dts
      const isTooFar = lastKey !== null && packet.dts - lastKey > longestTicks
      if (isTooFar && mayEncodeTop && gop.length > 0) encodeTop(packet)
      if (next !== null && packet.dts >= next.from - TOLERANCE) {
        droppedBefore += ladder?.droppedFrames() ?? 0
        const { ladder: following, release } = next
        void (ladder?.end() ?? Promise.resolve()).then(release)
        ladder = following
        next = null
      }
      if (packet.dts < encodedFrom - TOLERANCE) sendTop(packet)
      else if (held !== null) hold(held, packet)
      ladder?.packet(packet)
      next?.ladder.packet(packet)
      keep(packet)
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
