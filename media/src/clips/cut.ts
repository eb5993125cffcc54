import type { Packet } from '../probe/packets.ts'
import { isPlayableEverywhere } from '../probe/passthrough.ts'
import type { Source, SourceVideo } from '../probe/probe.ts'
import { END_HOLD_S } from '../probe/timeline.ts'

/** The span of a clip, in seconds from the start of the source. Contains all frames shown from `startS` until
 * before `endS`. */
export interface Span {
  readonly startS: number
  readonly endS: number
}

/** Consecutive frames. `startS` is the time of the first frame, from the start of the source. */
export interface Piece {
  readonly startS: number
  readonly durationS: number
  readonly frames: number
}

/** Whole groups of pictures that can be copied, and the frames to encode before and after them. */
export interface Cut {
  readonly head: Piece | null
  readonly middle: Piece
  readonly tail: Piece | null
  readonly frameS: number
  /** Decoding delay in frames, equal in all pieces. */
  readonly delay: 0 | 1 | 2
}

/** Pictures that stay on screen for longer than a frame: how long one has been there at the start of a span, and
 * whether the last one of the span stays until its end. */
export interface Hold {
  readonly heldForS: number
  readonly isHeldAtEnd: boolean
}

/** Tolerance for times that people round to milliseconds. */
export const ROUNDING_S = 0.0006
/** Maximum deviation of a frame from a constant frame rate. */
const FRAME_TOLERANCE_S = 0.001

/** A picture that begins later than this after the start of a span follows a held one. */
const HOLD_S = 0.1

/** Finds the held pictures of a span.
 * @param packets of the video, as for `planCut` */
export function holdOf({ startTimeS }: Source, packets: readonly Packet[], span: Span): Hold {
  const timesS = packets.map(({ ptsS }) => ptsS - startTimeS).sort((a, b) => a - b)
  const heldS = timesS.findLast((timeS) => timeS < span.startS - ROUNDING_S)
  const lastS = timesS.findLast((timeS) => timeS < span.endS - ROUNDING_S)
  const firstS = timesS.find((timeS) => timeS >= span.startS - ROUNDING_S) ?? Number.POSITIVE_INFINITY
  return {
    heldForS: heldS !== undefined && firstS - span.startS > HOLD_S ? span.startS - heldS : 0,
    isHeldAtEnd: lastS !== undefined && span.endS - Math.max(lastS, span.startS) > END_HOLD_S,
  }
}

/** Plans a cut that does not encode the whole file. Null if that is not possible: not H.264 that all browsers play,
 * no constant frame rate, held pictures, groups that reference others, or no whole group in the span.
 * @param packets of the video, from the keyframe before the span until some seconds after it */
export function planCut(source: Source, packets: readonly Packet[], span: Span): Cut | null {
  const { video } = source
  if (!video || !isPlayableEverywhere(video) || video.isVfr) return null
  const timesS = packets.map(({ ptsS }) => ptsS - source.startTimeS).sort((a, b) => a - b)
  const inSpan = framesIn(timesS, span)
  const [firstS] = inSpan
  const lastS = inSpan.at(-1)
  if (firstS === undefined || lastS === undefined) return null
  const frameS = (lastS - firstS) / (inSpan.length - 1)
  const endS = lastS + frameS
  if (!isConstantRate(inSpan, frameS)) return null
  if (firstS - span.startS > HOLD_S + frameS || span.endS - endS > END_HOLD_S) return null
  const keys = packets.filter(({ isKey }) => isKey).map(({ ptsS }) => ptsS - source.startTimeS)
  const middleS = keys.find((timeS) => timeS >= firstS - FRAME_TOLERANCE_S)
  const isToTheEnd = timesS.at(-1) === lastS
  const tailS = isToTheEnd ? endS : keys.findLast((timeS) => timeS <= endS + FRAME_TOLERANCE_S)
  if (middleS === undefined || tailS === undefined || tailS <= middleS) return null
  const delay = delayOf(packets, frameS)
  if (delay === null || hasOpenGroups(packets)) return null
  const piece = (fromS: number, untilS: number): Piece | null => {
    const frames = inSpan.filter(
      (timeS) => timeS >= fromS - FRAME_TOLERANCE_S && timeS < untilS - FRAME_TOLERANCE_S,
    ).length
    return frames === 0 ? null : { startS: fromS, durationS: untilS - fromS, frames }
  }
  const middle = piece(middleS, tailS)
  return middle && { head: piece(firstS, middleS), middle, tail: piece(tailS, endS), frameS, delay }
}

export function countFrames({ head, middle, tail }: Cut): number {
  return (head?.frames ?? 0) + middle.frames + (tail?.frames ?? 0)
}

/** Times of the frames in a span. */
function framesIn(timesS: readonly number[], { startS, endS }: Span): number[] {
  return timesS.filter((timeS) => timeS >= startS - ROUNDING_S && timeS < endS - ROUNDING_S)
}

function isConstantRate(times: readonly number[], frameS: number): boolean {
  return (
    Number.isFinite(frameS) &&
    times.every((timeS, n) => n === 0 || isNear(timeS - (times[n - 1] ?? 0), frameS))
  )
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= FRAME_TOLERANCE_S
}

/** Null if the delay is not constant, or not one that our encoder produces. */
function delayOf(packets: readonly Packet[], frameS: number): Cut['delay'] | null {
  const delaysS = packets.filter(({ isKey }) => isKey).map(({ ptsS, dtsS }) => ptsS - dtsS)
  return (
    ([0, 1, 2] as const).find((delay) => delaysS.every((delayS) => isNear(delayS, delay * frameS))) ?? null
  )
}

/** Whether a frame after a keyframe in decoding order is shown before it, and so references the previous group. */
function hasOpenGroups(packets: readonly Packet[]): boolean {
  let keyS = Number.NEGATIVE_INFINITY
  for (const { ptsS, isKey } of packets) {
    if (isKey) keyS = ptsS
    else if (ptsS < keyS) return true
  }
  return false
}

/** The encoder profile for edges of this source. */
export function profileOf({ profile }: SourceVideo): 'baseline' | 'main' | 'high' {
  if (profile === 'High') return 'high'
  return profile === 'Main' ? 'main' : 'baseline'
}
