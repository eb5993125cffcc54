import { LIVE_TICKS, type LivePacket, type LiveSink } from '@kinora/media'
import type { PlacedCue } from './hls-cues.ts'

/** Gives cues of a playlist the times of the pictures in its segments. */
export interface CueMarker {
  /** Passes everything on. */
  readonly sink: LiveSink
  /** The next segment. Call before its packets. */
  begin(durationS: number, cues: readonly PlacedCue[]): void
}

/** With times in ticks. */
interface Awaited {
  readonly duration: number
  /** By which its start may be earlier than it should be. */
  readonly tolerance: number
  readonly cues: readonly PlacedCue[]
}

/** Durations without a fraction are rounded. */
const TOLERANCE_S = { exact: 0.1, rounded: 0.6 }
/** Of segments that wait for their keyframe. */
const MAX_AWAITED = 64
/** A keyframe that is further away is on another clock. */
const MAX_STEP = 60 * LIVE_TICKS

/** Segments come before their packets, by seconds if ffmpeg reads them. A segment begins with the first keyframe after
 * the duration of the one before, or without one after that duration. */
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
        // First the packet, so that its clock is known.
        target.packet(packet)
        place(packet)
      },
      cue: (cue) => target.cue(cue),
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
