import { LIVE_TICKS, type LivePacket, type LiveSink } from '@kinora/media'
import type { PlacedCue } from './hls-cues.ts'

/** Places the cues of a playlist at the keyframes of its segments. */
export interface CueMarker {
  /** Forwards all items to the target, and reads the times of keyframes. */
  readonly sink: LiveSink
  /** Announces the next segment with its cues. Call before its packets. */
  begin(durationS: number, cues: readonly PlacedCue[]): void
}

/** A segment whose first keyframe has not come yet. Times are in ticks. */
interface Awaited {
  readonly duration: number
  /** Ticks by which the segment may start early. */
  readonly tolerance: number
  readonly cues: readonly PlacedCue[]
}

/** Tolerance of segment durations. Durations without a fraction are taken as rounded. */
const TOLERANCE_S = { exact: 0.1, rounded: 0.6 }
/** Limit of segments that wait for their keyframe. */
const MAX_AWAITED = 64
/** A larger step between keyframes is a change of the clock. */
const MAX_STEP = 60 * LIVE_TICKS

/** A segment is announced before its packets, by seconds if ffmpeg reads it. It begins at the first keyframe after the
 * duration of the previous segment, or after that duration if it has no keyframe. */
export function createCueMarker(target: LiveSink): CueMarker {
  let awaited: Awaited[] = []
  let nextStart: number | null = null
  let lastPts = Number.NEGATIVE_INFINITY
  let hasVideo = false
  let lastDurationS = 0.5

  function place(packet: LivePacket): void {
    const isStart = packet.isKey && (packet.kind === 'video' || !hasVideo)
    if (!isStart || awaited.length === 0) return
    const pts = packet.dts + packet.cts
    const isOtherClock = pts < lastPts || (nextStart !== null && pts > nextStart + MAX_STEP)
    lastPts = pts
    if (isOtherClock) nextStart = null
    while (nextStart !== null) {
      const [segment, following] = awaited
      if (segment === undefined || pts < nextStart - segment.tolerance) return
      if (following === undefined || pts < nextStart + segment.duration - following.tolerance) break
      start(segment, nextStart)
    }
    const [segment] = awaited
    if (segment !== undefined) start(segment, pts)
  }

  function start(segment: Awaited, at: number): void {
    awaited = awaited.slice(1)
    nextStart = at + segment.duration
    for (const { cue, offsetS } of segment.cues) {
      const ptsTicks = Math.round(at + offsetS * LIVE_TICKS)
      target.cue(cue.kind === 'bad-cue' ? cue : { ...cue, ptsTicks })
    }
  }

  return {
    sink: {
      track(track) {
        hasVideo ||= track.kind === 'video'
        target.track(track)
      },
      packet(packet) {
        // The packet first, because its clock is that of the cue.
        target.packet(packet)
        place(packet)
      },
      cue: (cue) => target.cue(cue),
      noPicture: (reason) => target.noPicture?.(reason),
      end: () => target.end(),
    },
    begin(durationS, cues) {
      const isRounded = Number.isInteger(lastDurationS)
      const tolerance = (isRounded ? TOLERANCE_S.rounded : TOLERANCE_S.exact) * LIVE_TICKS
      lastDurationS = durationS
      awaited = [...awaited, { duration: durationS * LIVE_TICKS, tolerance, cues }].slice(-MAX_AWAITED)
    },
  }
}
