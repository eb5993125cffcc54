import { LOOK, smallFrames } from '../understanding/frame-look.ts'
import { type Box, SEEN_RATE } from './seen.ts'

const { width, height } = LOOK
const PIXELS = width * height
const chromaWidth = width / 2
const CHROMA_PIXELS = PIXELS / 4
/** Change of a pixel that is no noise. */
const LEAST_CHANGE = 14
/** Share of the picture that must change, and the most of it: more is a cut, or the camera moves. */
const LEAST_MOVING = 0.002
const MOST_MOVING = 0.3
/** An object is smaller than this share of the frame in both directions. */
const MOST_WIDTH = 0.5
const MOST_HEIGHT = 0.75
/** Share of what moves that may be outside of the box, at each side. */
const TRIMMED = 0.1
/** How much a pixel counts that is as its row and column, and how far one must be from them to count fully. */
const PLAIN = 0.05
const FULL_CONTRAST = 64

/** Finds what moves in small frames (`LOOK`), for shots in which nobody is. Cheap: it compares three frames, a third of a
 * second apart. What changes around a moment is centered at where something is then. Pixels that stand out from their row
 * and column count more than the background that was or will be covered. */
export function salienceMeter() {
  const found: (Box | null)[] = []
  let count = 0
  let taken = 0
  let before: Uint8Array | undefined
  let last: Uint8Array | undefined
  const add = (next: Uint8Array) => {
    // The frame that is shown at a time at which people are searched.
    if (count === Math.round((taken * LOOK.rate) / SEEN_RATE)) {
      const frame = next.slice()
      if (last !== undefined) found.push(movingIn(last, before, frame))
      before = last
      last = frame
      taken += 1
    }
    count += 1
  }
  return {
    push: smallFrames(add),
    /** The place of movement in each frame of `SEEN_RATE`; null if nothing moves, or everything. */
    end(): (Box | null)[] {
      return last === undefined ? [] : [...found, movingIn(last, before, undefined)]
    },
  }
}

function movingIn(
  frame: Uint8Array,
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
): Box | null {
  const changes = [before, after].flatMap((other) => {
    const change = other && changeBetween(frame, other)
    return change ? [change] : []
  })
  if (changes.length === 0) return null
  const contrast = contrastOf(frame)
  const acrossX = new Float64Array(width)
  const acrossY = new Float64Array(height)
  let sum = 0
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      const change = changes.reduce((total, each) => total + (each[at] ?? 0), 0)
      if (change === 0) continue
      const weight = change * (PLAIN + (contrast[at] ?? 0))
      acrossX[x] = (acrossX[x] ?? 0) + weight
      acrossY[y] = (acrossY[y] ?? 0) + weight
      sum += weight
    }
  const [left, right] = spanOf(acrossX, sum)
  const [top, bottom] = spanOf(acrossY, sum)
  const box = {
    x: left / width,
    y: top / height,
    width: (right - left) / width,
    height: (bottom - top) / height,
  }
  return box.width > MOST_WIDTH || box.height > MOST_HEIGHT ? null : box
}

/** How much each pixel changes, without noise. Null if hardly anything does, or nearly everything. */
function changeBetween(frame: Uint8Array, other: Uint8Array): Float64Array | null {
  const change = new Float64Array(PIXELS)
  let moving = 0
  for (let at = 0; at < PIXELS; at += 1) {
    const most = Math.max(...planesOf(at).map((plane) => Math.abs((frame[plane] ?? 0) - (other[plane] ?? 0))))
    if (most < LEAST_CHANGE) continue
    change[at] = most
    moving += 1
  }
  return moving < LEAST_MOVING * PIXELS || moving > MOST_MOVING * PIXELS ? null : change
}

/** How far each pixel is from the mean of its row and of its column: 0 to 1. */
function contrastOf(frame: Uint8Array): Float64Array {
  const contrast = new Float64Array(PIXELS)
  for (const [start, columns] of [
    [0, width],
    [PIXELS, chromaWidth],
    [PIXELS + CHROMA_PIXELS, chromaWidth],
  ] as const) {
    const lines = (columns * height) / width
    const rows = new Float64Array(lines)
    const across = new Float64Array(columns)
    for (let at = 0; at < columns * lines; at += 1) {
      const level = frame[start + at] ?? 0
      const [x, y] = [at % columns, Math.floor(at / columns)]
      rows[y] = (rows[y] ?? 0) + level / columns
      across[x] = (across[x] ?? 0) + level / lines
    }
    const step = width / columns
    for (let at = 0; at < PIXELS; at += 1) {
      const [x, y] = [Math.floor((at % width) / step), Math.floor(Math.floor(at / width) / step)]
      const usual = ((rows[y] ?? 0) + (across[x] ?? 0)) / 2
      const own = Math.abs((frame[start + y * columns + x] ?? 0) - usual) / FULL_CONTRAST
      contrast[at] = Math.max(contrast[at] ?? 0, Math.min(1, own))
    }
  }
  return contrast
}

/** Offsets of the brightness and of both colors of a pixel in a frame. */
function planesOf(at: number): readonly [number, number, number] {
  const chroma = PIXELS + Math.floor(Math.floor(at / width) / 2) * chromaWidth + Math.floor((at % width) / 2)
  return [at, chroma, chroma + CHROMA_PIXELS]
}

/** The span with nearly all weight. */
function spanOf(weights: Float64Array, sum: number): [from: number, to: number] {
  let [from, to] = [0, weights.length]
  for (let left = sum * TRIMMED; from < to - 1 && (weights[from] ?? 0) <= left; from += 1)
    left -= weights[from] ?? 0
  for (let left = sum * TRIMMED; to > from + 1 && (weights[to - 1] ?? 0) <= left; to -= 1)
    left -= weights[to - 1] ?? 0
  return [from, to]
}
