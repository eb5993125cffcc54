import {
  createCuts,
  createRecentFrames,
  type Encoding,
  type LadderKeyframes,
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
import type { LeftOut } from '../monitoring/meter.ts'
import { joinRun, type RunSpan, type SentTimes, SOURCE, TOLERANCE } from './join-runs.ts'
import { type Ladder, type LadderOptions, startLadder } from './ladder.ts'
import { SEGMENT_S } from './segment-times.ts'
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
  /** The top rendition is encoded, because keyframes of the source are too far apart, or no IDR pictures. */
  | { readonly type: 'top-encoded' | 'open-gop-encoded' }
  /** The top rendition is encoded, because not all players support the codec of the source. */
  | { readonly type: 'codec-encoded'; readonly codec: LiveVideoTrack['codec'] }
  /** The top rendition is the unmodified source again, because the machine is too slow to encode it. */
  | { readonly type: 'top-as-sent' }
  /** Viewers see nothing, because the encoder writes no frame, and the source cannot be passed through. */
  | { readonly type: 'not-encoded'; readonly codec: LiveVideoTrack['codec'] }

/** Video renditions of a session: the top one (the source, unmodified or encoded) and the ladder below it. All are H.264,
 * which every player supports. */
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

/** Limit of the frames kept since the last keyframe. */
const MAX_REPLAY_BYTES = 6 * 1024 ** 2

/** Encodes the renditions below the source, and the source itself if it is not H.264, or its keyframes are too far apart
 * or no IDR pictures. If the machine is too slow, it first stops encoding H.264 of the source, then drops the highest
 * rung, then the next one. The top rendition is never dropped. */
export function startRenditions(options: RenditionOptions): Renditions {
  const { ffmpeg, log, cwd, memoryBytes, encoding, size, output, onEvent } = options
  const nowMs = options.nowMs ?? (() => performance.now())
  const lower = liveRungs(size, encoding)
  const playable = createPlayableCheck(options.longestSegmentS)
  const names: string[] = []
  const sent: SentTimes = new Map()
  const top = createTopSource(() => output(SOURCE), sent, MAX_REPLAY_BYTES, nowMs)
  const gop = createRecentFrames(MAX_REPLAY_BYTES)
  let rungs: readonly LiveRung[] = lower
  let track: LiveVideoTrack | null = null
  let ladder: Ladder | null = null
  let span: RunSpan = { from: 0, until: 0 }
  /** Resolves when the ladders before the current one have written their last frames. */
  let ended: Promise<unknown> = Promise.resolve()
  /** Whether the next frame is the first one of its codec. */
  let isNewCodec = false
  /** Time from which the top rendition is encoded. */
  let encodedFrom = Number.POSITIVE_INFINITY
  let mayEncodeTop = true
  let droppedBefore = 0

  const isTopEncoded = () => encodedFrom < Number.POSITIVE_INFINITY
  const canPassThrough = () => track?.codec === 'h264'

  /** Starts a ladder with the current renditions. Null without any.
   * @param from time of its first frame @param turn of the renditions that an earlier ladder still writes */
  function start(from: number, turn: (name: string) => Turn | null): Ladder | null {
    const of = isTopEncoded() ? [...rungs, sourceRung(size, encoding)] : rungs
    if (of.length === 0) return null
    const keyframes: () => LadderKeyframes = isTopEncoded()
      ? () => ({ fromS: Math.max(from, Math.max(...sent.values()) + TOLERANCE) / LIVE_TICKS })
      : () => 'source'
    const ownSpan = { from, until: Number.POSITIVE_INFINITY }
    span = ownSpan
    const own: Ladder = startLadder({
      ffmpeg,
      log,
      cwd,
      memoryBytes,
      rungs: of,
      keyframes,
      replay: gop.frames,
      output({ name }) {
        const onSent = name === SOURCE ? top.stopHolding : () => undefined
        const sink = joinRun(output(name), sent, name, ownSpan, onSent)
        return turn(name)?.wait(sink) ?? sink
      },
      nowMs,
      onTooSlow() {
        log.warn('this machine is too slow for all renditions of a live stream')
        encodeLess(own, 'top')
      },
      onGivenUp() {
        log.error('the encoder of a live stream keeps failing')
        encodeLess(own, 'all')
      },
    } satisfies LadderOptions)
    if (track !== null) own.track(track)
    return own
  }

  /** Starts a ladder that continues the current one from a frame on. */
  function continueFrom({ dts }: LivePacket, wasTopEncoded: boolean): void {
    const before = ladder
    span.until = dts
    droppedBefore += before?.droppedFrames() ?? 0
    const turn = createTurn()
    ladder = start(dts, (name) => (name === SOURCE && !wasTopEncoded ? null : turn))
    ended = Promise.all([ended, before?.end()])
    void ended.then(turn.begin)
  }

  /** Drops the highest rendition that a ladder encodes, or all of them. */
  function encodeLess(own: Ladder, what: 'top' | 'all'): void {
    if (own !== ladder) return
    const isRequired = isTopEncoded() && !canPassThrough()
    if (isRequired && (what === 'all' || own.encodedTicks() === null)) {
      if (track !== null) onEvent({ type: 'not-encoded', codec: track.codec })
      return
    }
    if (isRequired && rungs.length === 0) return
    own.kill()
    droppedBefore += own.droppedFrames()
    const isTopDropped = isTopEncoded() && !isRequired
    if (isTopDropped) {
      encodedFrom = Number.POSITIVE_INFINITY
      top.resume()
      onEvent({ type: 'top-as-sent' })
    }
    const count = what === 'all' ? rungs.length : isTopDropped ? 0 : 1
    for (const { name } of rungs.slice(rungs.length - count).toReversed()) {
      names.push(name)
      onEvent({ type: 'left-out', name })
    }
    rungs = rungs.slice(0, rungs.length - count)
    ladder = start(Number.NEGATIVE_INFINITY, () => null)
  }

  /** Starts a ladder for a new codec, which ffmpeg cannot change in its input. */
  function changeCodec(packet: LivePacket): void {
    isNewCodec = false
    const wasTopEncoded = isTopEncoded()
    if (!wasTopEncoded && track !== null && !canPassThrough()) {
      encodedFrom = packet.dts
      onEvent({ type: 'codec-encoded', codec: track.codec })
    }
    continueFrom(packet, wasTopEncoded)
  }

  /** Starts a ladder that also encodes the top rendition from this frame on. */
  function encodeTop(packet: LivePacket): void {
    mayEncodeTop = false
    encodedFrom = packet.dts
    top.startHolding()
    continueFrom(packet, false)
    onEvent({ type: packet.isOpen === true ? 'open-gop-encoded' : 'top-encoded' })
  }

  return {
    track(changed) {
      isNewCodec ||= track?.codec !== changed.codec
      track = changed
      top.track(changed)
      playable.trackChanged()
      // Frames of an earlier configuration cannot be replayed with this one.
      gop.clear()
      if (!isNewCodec) ladder?.track(changed)
    },
    packet(packet) {
      const isHard = playable.isHard(packet)
      const canReplay = packet.isKey || gop.frames().length > 0
      if (isNewCodec) changeCodec(packet)
      if (mayEncodeTop && !isTopEncoded() && canReplay && isHard) encodeTop(packet)
      if (packet.dts < encodedFrom - TOLERANCE) top.send(packet)
      else if (!top.hold(packet) && ladder !== null) {
        log.warn('this machine is too slow to encode the top rendition of a live stream')
        encodeLess(ladder, 'top')
      }
      ladder?.packet(packet)
      gop.add(packet)
    },
    droppedFrames: () => droppedBefore + (ladder?.droppedFrames() ?? 0),
    encodedTicks: () => ladder?.encodedTicks() ?? null,
    leftOut: () => ({ names, of: lower.length }),
    async end() {
      await Promise.all([ended, ladder?.end()])
    },
  }
}

/** Checks at which frames players could not start if the source stayed unmodified: a segment would begin without a
 * keyframe, or the keyframe is open. Call with each frame and before the first one of a new track. */
function createPlayableCheck(longestSegmentS: number) {
  // The same rule cuts the segments.
  const cuts = createCuts({ firstMsn: 0, continues: false, segmentS: SEGMENT_S, longestSegmentS })
  let isNewTrack = true
  return {
    trackChanged() {
      isNewTrack = true
    },
    isHard(packet: LivePacket): boolean {
      const { dts, isKey, isOpen } = packet
      if (isNewTrack && !isKey) return false
      cuts.cutAt(packet, isNewTrack)
      isNewTrack = false
      return isOpen === true || (!isKey && cuts.at(dts)?.at === dts)
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
