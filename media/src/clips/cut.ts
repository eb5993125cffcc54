import type { Packet } from '../probe/packets.ts'
import { isPlayableEverywhere } from '../probe/passthrough.ts'
import type { Source, SourceVideo } from '../probe/probe.ts'

/** What is cut out, in seconds from the source's beginning: all frames shown from `startS` until before `endS`. */
export interface Span {
  readonly startS: number
  readonly endS: number
}

/** Frames one after the other. `startS` is the first one's time from the source's beginning. */
export interface Piece {
  readonly startS: number
  readonly durationS: number
  readonly frames: number
}

/** Whole groups of pictures that can be taken as they are, and what has to be encoded before and after them. */
export interface Cut {
  readonly head: Piece | null
  readonly middle: Piece
  readonly tail: Piece | null
  readonly frameS: number
  /** By how many frames decoding is ahead of showing, in all pieces alike. */
  readonly delay: 0 | 1 | 2
}

/** Parts of a millisecond that people leave out when they write down a frame's time. */
export const ROUNDED_S = 0.0006
/** So far frames may lie beside an even beat. */
const BEAT_S = 0.001

/**
 * Where a file can be cut without encoding all of it. Null where it can not: no H.264 as all browsers play it, no steady
 * beat, groups that lean on others, or no whole group in between.
 * @param packets of the picture, from the keyframe before the span until some seconds after it
 */
export function planCut(source: Source, packets: readonly Packet[], span: Span): Cut | null {
  const { video } = source
  if (!video || !isPlayableEverywhere(video) || video.isVfr) return null
  const shown = packets.map(({ ptsS }) => ptsS - source.startTimeS).sort((a, b) => a - b)
  const wanted = framesIn(shown, span)
  const [firstS] = wanted
  const lastS = wanted.at(-1)
  if (firstS === undefined || lastS === undefined) return null
  const frameS = (lastS - firstS) / (wanted.length - 1)
  const endS = lastS + frameS
  if (!isEven(wanted, frameS)) return null
  const keys = packets.filter(({ isKey }) => isKey).map(({ ptsS }) => ptsS - source.startTimeS)
  const middleS = keys.find((timeS) => timeS >= firstS - BEAT_S)
  const isToTheEnd = shown.at(-1) === lastS
  const tailS = isToTheEnd ? endS : keys.findLast((timeS) => timeS <= endS + BEAT_S)
  if (middleS === undefined || tailS === undefined || tailS <= middleS) return null
  const delay = delayOf(packets, frameS)
  if (delay === null || leansOnOthers(packets)) return null
  const piece = (fromS: number, untilS: number): Piece | null => {
    const frames = wanted.filter((timeS) => timeS >= fromS - BEAT_S && timeS < untilS - BEAT_S).length
    return frames === 0 ? null : { startS: fromS, durationS: untilS - fromS, frames }
  }
  const middle = piece(middleS, tailS)
  return middle && { head: piece(firstS, middleS), middle, tail: piece(tailS, endS), frameS, delay }
}

export function countFrames({ head, middle, tail }: Cut): number {
  return (head?.frames ?? 0) + middle.frames + (tail?.frames ?? 0)
}

/** Times of the frames that a span has. */
function framesIn(shown: readonly number[], { startS, endS }: Span): number[] {
  return shown.filter((timeS) => timeS >= startS - ROUNDED_S && timeS < endS - ROUNDED_S)
}

function isEven(times: readonly number[], frameS: number): boolean {
  return (
    Number.isFinite(frameS) &&
    times.every((timeS, n) => n === 0 || isNear(timeS - (times[n - 1] ?? 0), frameS))
  )
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= BEAT_S
}

/** Null where it is not the same everywhere, or not what our encoder makes. */
function delayOf(packets: readonly Packet[], frameS: number): Cut['delay'] | null {
  const waits = packets.filter(({ isKey }) => isKey).map(({ ptsS, dtsS }) => ptsS - dtsS)
  return ([0, 1, 2] as const).find((delay) => waits.every((waitS) => isNear(waitS, delay * frameS))) ?? null
}

/** Some frame after a keyframe is shown before it, and so needs what came before. */
function leansOnOthers(packets: readonly Packet[]): boolean {
  let keyS = Number.NEGATIVE_INFINITY
  for (const { ptsS, isKey } of packets) {
    if (isKey) keyS = ptsS
    else if (ptsS < keyS) return true
  }
  return false
}

/** The profile to encode in beside pictures of this source. */
export function profileOf({ profile }: SourceVideo): 'baseline' | 'main' | 'high' {
  if (profile === 'High') return 'high'
  return profile === 'Main' ? 'main' : 'baseline'
}
