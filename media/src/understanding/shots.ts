import { type FrameLook, frameLook, LOOK, lookDistance, smallFrames } from './frame-look.ts'
import { type PictureSketch, sketchOf } from './picture-sketch.ts'

/** A part of a video without a cut, in seconds. */
export interface Shot {
  readonly startS: number
  readonly endS: number
  /** The time of its calmest picture, for stills. */
  readonly restS: number
  readonly look: FrameLook
  /** The sketch of a picture near the calmest one. */
  readonly sketch: PictureSketch
}

interface ShotDetector {
  /** Adds the next part of the stream of frames. */
  push(chunk: Uint8Array): void
  /** @param durationS length of the video, where the last shot ends. Empty if no frame came */
  end(durationS: number): readonly Shot[]
}

/** Frames on both sides of a cut that say how much a scene moves. */
const NEAR = 12
/** A flash is over after so many frames. */
const FLASH = 6
/** Least difference of a cut, and how far it must stand out from the movement around it. */
const LEAST = 0.14
const OVER_MOVEMENT = 2.8
/** Two frames of one scene differ by less than this share of the cut between them. */
const SAME_SHARE = 0.5
/** Frames of which one is kept for the look and the sketch of a shot. */
const KEPT_EVERY = 5

interface KeptFrame {
  readonly look: FrameLook
  readonly sketch: PictureSketch
}

/** Finds hard cuts in a stream of small frames (`LOOK`). Flashes and movements of the camera are no cuts. */
export function shotDetector(): ShotDetector {
  const looks: FrameLook[] = []
  const kept: KeptFrame[] = []
  const differences: number[] = []
  const cuts: number[] = []
  const lookAt = (n: number) => looks[n - (differences.length - looks.length)]

  const addFrame = (frame: Uint8Array) => {
    const look = frameLook(frame)
    const last = looks.at(-1)
    if (differences.length % KEPT_EVERY === 0) kept.push({ look, sketch: sketchOf(frame) })
    differences.push(last === undefined ? 0 : lookDistance(last, look))
    looks.push(look)
    if (looks.length > 2 * (NEAR + FLASH)) looks.shift()
    const settled = differences.length - 1 - NEAR
    if (settled > 0 && isCut(settled)) cuts.push(settled)
  }
  const isCut = (n: number) => standsOut(differences, n) && !isFlash(n, differences[n] ?? 0)
  const isFlash = (n: number, difference: number) => {
    const returns = (one: number, other: number) => {
      const [a, b] = [lookAt(one), lookAt(other)]
      return a !== undefined && b !== undefined && lookDistance(a, b) < SAME_SHARE * difference
    }
    for (let k = 1; k <= FLASH; k += 1) if (returns(n - 1, n + k) || returns(n - 1 - k, n)) return true
    return false
  }
  return {
    push: smallFrames(addFrame),
    end(durationS) {
      const count = differences.length
      for (let n = Math.max(1, count - NEAR); n < count; n += 1) if (isCut(n)) cuts.push(n)
      return count === 0 ? [] : shotsBetween(cuts, differences, kept, durationS)
    },
  }
}

/** Whether a difference is the largest near it and far above the usual movement. */
function standsOut(differences: readonly number[], n: number): boolean {
  const own = differences[n] ?? 0
  if (own < LEAST) return false
  const around = differences.slice(Math.max(1, n - NEAR), n + NEAR + 1)
  const isLargest = differences.slice(Math.max(1, n - 4), n + 5).every((other) => other <= own)
  return isLargest && own > OVER_MOVEMENT * median(around)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

function shotsBetween(
  cuts: readonly number[],
  differences: readonly number[],
  kept: readonly KeptFrame[],
  durationS: number,
): Shot[] {
  const starts = [0, ...cuts.filter((n) => n / LOOK.rate < durationS)]
  return starts.map((from, index) => {
    const next = starts[index + 1]
    const to = next ?? differences.length
    const rest = calmest(differences, from, to)
    const own = keptBetween(kept, from, to)
    return {
      startS: from / LOOK.rate,
      endS: next === undefined ? durationS : next / LOOK.rate,
      restS: Math.min(rest / LOOK.rate, durationS),
      look: meanLook(own.frames.map(({ look }) => look)),
      sketch: nearestSketch(own, rest),
    }
  })
}

/** The frame in the middle half of a shot with the least movement. */
function calmest(differences: readonly number[], from: number, to: number): number {
  const quarter = Math.floor((to - from) / 4)
  let best = from + quarter
  for (let n = from + quarter; n < to - quarter; n += 1)
    if ((differences[n] ?? 1) < (differences[best] ?? 1)) best = n
  return best
}

interface KeptOfShot {
  readonly frames: readonly KeptFrame[]
  /** The number of the first. */
  readonly from: number
}

/** The kept frames of a shot, or the last one before it. */
function keptBetween(kept: readonly KeptFrame[], from: number, to: number): KeptOfShot {
  const [first, next] = [Math.ceil(from / KEPT_EVERY), Math.ceil(to / KEPT_EVERY)]
  if (next > first) return { frames: kept.slice(first, next), from: first * KEPT_EVERY }
  const before = Math.floor(from / KEPT_EVERY)
  return { frames: kept.slice(before, before + 1), from: before * KEPT_EVERY }
}

function nearestSketch({ frames, from }: KeptOfShot, rest: number): PictureSketch {
  const nearest = Math.min(frames.length - 1, Math.max(0, Math.round((rest - from) / KEPT_EVERY)))
  return frames[nearest]?.sketch ?? new Uint8Array()
}

function meanLook(looks: readonly FrameLook[]): FrameLook {
  const mean = (part: keyof FrameLook) => {
    const sum = new Float32Array(looks[0]?.[part].length ?? 0)
    for (const look of looks)
      for (const [n, value] of look[part].entries()) sum[n] = (sum[n] ?? 0) + value / looks.length
    return sum
  }
  return { brightness: mean('brightness'), color: mean('color') }
}
