/** Small frames for comparison: `LOOK.width` × `LOOK.height` pixels of `yuv420p`. */
export const LOOK = { width: 64, height: 36, rate: 25, bytes: 64 * 36 * 1.5 } as const

/** Cuts a stream of small frames, whose chunks may end anywhere, into frames. Call it with each chunk.
 * @param onFrame its bytes are overwritten by the next frame */
export function smallFrames(onFrame: (frame: Uint8Array) => void): (chunk: Uint8Array) => void {
  const frame = new Uint8Array(LOOK.bytes)
  let filled = 0
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + LOOK.bytes - filled)
      frame.set(part, filled)
      filled += part.length
      at += part.length
      if (filled < LOOK.bytes) continue
      filled = 0
      onFrame(frame)
    }
  }
}

const { width, height } = LOOK
const COLUMNS = 4
const ROWS = 3
const CELLS = COLUMNS * ROWS
const BINS = 16
const LEVELS_A_BIN = 16
const cellPixels = (width * height) / CELLS
const chromaWidth = width / 2
const chromaHeight = height / 2
const chromaPixels = (chromaWidth * chromaHeight) / CELLS

/** Each level counts for the two nearest bins, so that a slow fade makes no jump. */
const binPositions = Float32Array.from({ length: 256 }, (_, level) =>
  Math.min(BINS - 1 - 1e-6, Math.max(0, level / LEVELS_A_BIN - 0.5)),
)
const lowerBin = Uint8Array.from(binPositions, Math.floor)
const upperShare = Float32Array.from(binPositions, (position) => position % 1)

/** Brightness and color of a frame by cells of a grid: a histogram of the brightness and the mean color of each. */
export interface FrameLook {
  readonly brightness: Float32Array
  readonly color: Float32Array
}

const columnOf = cellIndexes(width, COLUMNS)
const rowOf = cellIndexes(height, ROWS)
const chromaColumnOf = cellIndexes(chromaWidth, COLUMNS)
const chromaRowOf = cellIndexes(chromaHeight, ROWS)

/** @param frame `LOOK.bytes` bytes */
export function frameLook(frame: Uint8Array): FrameLook {
  const brightness = new Float32Array(CELLS * BINS)
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = (rowOf[y] ?? 0) * COLUMNS
    for (let x = 0; x < width; x += 1, at += 1) {
      const level = frame[at] ?? 0
      const bin = (row + (columnOf[x] ?? 0)) * BINS + (lowerBin[level] ?? 0)
      const upper = upperShare[level] ?? 0
      brightness[bin] = (brightness[bin] ?? 0) + (1 - upper) / cellPixels
      brightness[bin + 1] = (brightness[bin + 1] ?? 0) + upper / cellPixels
    }
  }
  const color = new Float32Array(CELLS * 2)
  const planeBytes = chromaWidth * chromaHeight
  for (let y = 0, at = width * height; y < chromaHeight; y += 1) {
    const row = (chromaRowOf[y] ?? 0) * COLUMNS
    for (let x = 0; x < chromaWidth; x += 1, at += 1) {
      const cell = (row + (chromaColumnOf[x] ?? 0)) * 2
      color[cell] = (color[cell] ?? 0) + (frame[at] ?? 0) / chromaPixels
      color[cell + 1] = (color[cell + 1] ?? 0) + (frame[at + planeBytes] ?? 0) / chromaPixels
    }
  }
  return { brightness, color }
}

/** Difference of two frames, from 0 to 1. */
export function lookDistance(one: FrameLook, other: FrameLook): number {
  let brightness = 0
  for (let n = 0; n < CELLS * BINS; n += 1)
    brightness += Math.abs((one.brightness[n] ?? 0) - (other.brightness[n] ?? 0))
  let color = 0
  for (let n = 0; n < CELLS * 2; n += 1) color += Math.abs((one.color[n] ?? 0) - (other.color[n] ?? 0))
  return (0.7 * brightness) / (2 * CELLS) + 0.3 * Math.min(1, color / (CELLS * 2 * COLOR_RANGE))
}

/** Mean difference of color at which two frames have nothing in common. */
const COLOR_RANGE = 48

function cellIndexes(pixels: number, cells: number): Uint8Array {
  return Uint8Array.from({ length: pixels }, (_, at) => Math.floor((at * cells) / pixels))
}
