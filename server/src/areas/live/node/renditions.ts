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
  /** Of the source. */
  readonly size: PictureSize
  /** Longer without a keyframe, and a segment has to begin without one. */
  readonly longestSegmentS: number
  /** Receives the frames of a rendition: of `source`, and of the rungs. */
  readonly output: (name: string) => Pick<LiveSink, 'track' | 'packet'>
  readonly onEvent: (event: RenditionEvent) => void
  /** Milliseconds of a clock that never goes back. */
  readonly nowMs?: () => number
}

export type RenditionEvent =
  /** A rendition ends before the stream, because the machine is too slow for it or its encoder fails. */
  | { readonly type: 'left-out'; readonly name: string }
  /** The source has keyframes too far apart, so the top rendition is encoded too. */
  | { readonly type: 'top-encoded' }
  /** The machine is too slow for that, so viewers get the source as it is again. */
  | { readonly type: 'top-as-sent' }

/** The video renditions of a session: the top one, which is the source as it is or encoded, and those below it. */
export interface Renditions {
  track(track: LiveVideoTrack): void
  packet(packet: LivePacket): void
  readonly droppedFrames: () => number
  /** Time of the last frame that all encoded renditions have. Null without them. */
  readonly encodedTicks: () => number | null
  /** Rungs that are left out, and how many there were. */
  readonly leftOut: () => LeftOut
  /** Ends the encoders, and resolves when their last frames have been written. */
  end(): Promise<void>
}

const TOP = 'source'
/** From the decision to encode the top rendition until it begins, so that ffmpeg has started by then. */
const LEAD_TICKS = LIVE_TICKS
/** The encoded rendition must have begun so long after its time. */
const MAX_HELD_MS = 2000
/** Times of encoded frames are rounded to milliseconds. */
const TOLERANCE = LIVE_TICKS / 500
/** Frames since the last keyframe that are kept. */
const MAX_REPLAY_BYTES = 6 * 1024 ** 2

/** Shedding: if the ladder is too slow, its top rung is left out, then the next one. An encoded top rendition is the
 * first to go: it becomes the source as it is, which is never left out. */
export function startRenditions(options: RenditionOptions): Renditions {
  const { ffmpeg, log, cwd, memoryBytes, encoding, size, output, onEvent } = options
  const nowMs = options.nowMs ?? (() => performance.now())
  const lower = liveRungs(size, encoding)
  const longestTicks = options.longestSegmentS * LIVE_TICKS
  const names: string[] = []
  /** Last times that each rendition has sent. */
  const sent = new Map<string, number>()
  let rungs: readonly LiveRung[] = lower
  let track: LiveVideoTrack | null = null
  let ladder: Ladder | null = rungs.length === 0 ? null : start(rungs, null)
  /** Takes over at its time, with the encoded top rendition. */
  let next: { readonly ladder: Ladder; readonly from: number; readonly release: () => void } | null = null
  /** The top rendition is encoded from this time on. */
  let encodedFrom = Number.POSITIVE_INFINITY
  let mayEncodeTop = true
  /** The source as it is, until the first frame of the encoded one has come. Null from then on. */
  let held: LivePacket[] | null = null
  let heldSinceMs = 0
  /** The source as it is begins at its next keyframe. */
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
        log.error('the encoder of a live stream ends again and again: only the source is delivered')
        encodeLess(own, 'all')
      },
    } satisfies LadderOptions)
    if (track !== null) own.track(track)
    return own
  }

  /** Joins what several runs of ffmpeg write of a rendition: each begins at a keyframe after all that was sent. */
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

  /** Leaves out the top one of what a ladder encodes, or all. */
  function encodeLess(own: Ladder, what: 'top' | 'all'): void {
    const isNext = own === next?.ladder
    if (own !== ladder && !isNext) return
    own.kill()
    droppedBefore += own.droppedFrames()
    const wasTopEncoded = encodedFrom < Number.POSITIVE_INFINITY
    if (wasTopEncoded) sendTopAsItIs()
    // The ladder before it goes on.
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

  /** The source has sent no keyframe for longer than a segment. */
  function encodeTop({ dts }: LivePacket): void {
    mayEncodeTop = false
    encodedFrom = Math.ceil(dts + LEAD_TICKS)
    held = []
    const turn = createTurn()
    const all = [...rungs, sourceRung(size, encoding)]
    next = { ladder: start(all, { from: encodedFrom, turn }), from: encodedFrom, release: turn.begin }
    onEvent({ type: 'top-encoded' })
  }

  /** Keeps a frame in case that the encoded rendition does not come in time. */
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
      // Frames of another configuration cannot be replayed with this one.
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

/** Keeps what a ladder writes until the one before it has written its last frame. */
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
