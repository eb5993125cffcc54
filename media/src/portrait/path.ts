import type { Box } from './seen.ts'

/** How a shot is shown: a window that follows somebody or stands still, two halves one above the other, or the whole
 * frame on a blurred copy. */
export const pathModes = ['follow', 'hold', 'split', 'fit'] as const
export type PathMode = (typeof pathModes)[number]

/** The middle of the window at a time, from 0 to 1 along its axis. It moves evenly between keyframes. */
export interface Keyframe {
  readonly timeS: number
  readonly middle: number
}

/** The middle of a half of a split shot, in shares of the frame. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** The path of a window through a shot. */
export interface ShotPath {
  readonly startS: number
  readonly endS: number
  readonly mode: PathMode
  /** One or more, in order of time. */
  readonly keyframes: readonly Keyframe[]
  /** The upper and the lower half. Null if nobody could be in the halves. */
  readonly halves: readonly [Point, Point] | null
  /** The place of a lower third, which is shown as a strip where the window cuts it. Null if there is none. */
  readonly text: Box | null
}

/** The middle of the window at a time. */
export function middleAt(keyframes: readonly Keyframe[], timeS: number): number {
  const after = keyframes.findIndex((keyframe) => keyframe.timeS > timeS)
  const next = after === -1 ? keyframes.at(-1) : keyframes[after]
  const last = after === -1 ? next : keyframes[Math.max(0, after - 1)]
  if (next === undefined || last === undefined) return 0.5
  if (next.timeS <= last.timeS) return last.middle
  return last.middle + ((next.middle - last.middle) * (timeS - last.timeS)) / (next.timeS - last.timeS)
}

/** Leaves out keyframes that change the path by less than `tolerance` (Ramer, Douglas and Peucker). */
export function thin(keyframes: readonly Keyframe[], tolerance: number): Keyframe[] {
  const [first, last] = [keyframes[0], keyframes.at(-1)]
  if (first === undefined || last === undefined || keyframes.length < 3) return [...keyframes]
  let farthest = 0
  let deviation = tolerance
  for (const [n, { timeS, middle }] of keyframes.entries()) {
    const own = Math.abs(middle - middleAt([first, last], timeS))
    if (own > deviation) [farthest, deviation] = [n, own]
  }
  if (farthest === 0) return [first, last]
  return [
    ...thin(keyframes.slice(0, farthest + 1), tolerance).slice(0, -1),
    ...thin(keyframes.slice(farthest), tolerance),
  ]
}
