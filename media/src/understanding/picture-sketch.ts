import { LOOK } from './frame-look.ts'

/** A coarse description of a picture in bytes: the brightness of its cells, their colors, and the directions of their edges.
 * Pictures that look alike have similar sketches; what they show is not known. */
export type PictureSketch = Uint8Array

const { width, height } = LOOK
/** Cells of the brightness. */
const COLUMNS = 8
const ROWS = 6
/** Cells of color and edges. */
const LARGE_COLUMNS = 4
const LARGE_ROWS = 3
const DIRECTIONS = 4
const CELLS = COLUMNS * ROWS
const LARGE_CELLS = LARGE_COLUMNS * LARGE_ROWS
const colorsAt = CELLS
const edgesAt = colorsAt + LARGE_CELLS * 2
/** Length of a sketch. */
export const SKETCH_BYTES = edgesAt + LARGE_CELLS * DIRECTIONS
/** Signs of a sketch: whether cells are brighter than their neighbors, and whether colors are above gray. */
export const SKETCH_SIGNS = (COLUMNS - 1) * ROWS + COLUMNS * (ROWS - 1) + LARGE_CELLS * 2

/** @param frame `LOOK.bytes` bytes */
export function sketchOf(frame: Uint8Array): PictureSketch {
  const sketch = new Uint8Array(SKETCH_BYTES)
  sketch.set(meanOfCells(frame, { at: 0, width, height }, COLUMNS, ROWS), 0)
  const plane = { width: width / 2, height: height / 2 }
  const blue = meanOfCells(frame, { at: width * height, ...plane }, LARGE_COLUMNS, LARGE_ROWS)
  const red = meanOfCells(frame, { at: width * height * 1.25, ...plane }, LARGE_COLUMNS, LARGE_ROWS)
  for (let n = 0; n < LARGE_CELLS; n += 1) {
    sketch[colorsAt + 2 * n] = blue[n] ?? 0
    sketch[colorsAt + 2 * n + 1] = red[n] ?? 0
  }
  sketch.set(edgesOf(frame), edgesAt)
  return sketch
}

interface Plane {
  readonly at: number
  readonly width: number
  readonly height: number
}

function meanOfCells(frame: Uint8Array, plane: Plane, columns: number, rows: number): Uint8Array {
  const sums = new Float64Array(columns * rows)
  for (let y = 0, at = plane.at; y < plane.height; y += 1) {
    const row = Math.floor((y * rows) / plane.height) * columns
    for (let x = 0; x < plane.width; x += 1, at += 1) {
      const cell = row + Math.floor((x * columns) / plane.width)
      sums[cell] = (sums[cell] ?? 0) + (frame[at] ?? 0)
    }
  }
  const pixels = (plane.width * plane.height) / (columns * rows)
  return Uint8Array.from(sums, (sum) => Math.round(sum / pixels))
}

/** Mean steepness of the edges of each cell, by their direction. */
function edgesOf(frame: Uint8Array): Uint8Array {
  const sums = new Float64Array(LARGE_CELLS * DIRECTIONS)
  const level = (x: number, y: number) => frame[y * width + x] ?? 0
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const across = level(x + 1, y) - level(x - 1, y)
      const down = level(x, y + 1) - level(x, y - 1)
      const turn = (Math.atan2(down, across) + Math.PI) / Math.PI
      const direction = Math.round((turn % 1) * DIRECTIONS) % DIRECTIONS
      const cell =
        Math.floor((y * LARGE_ROWS) / height) * LARGE_COLUMNS + Math.floor((x * LARGE_COLUMNS) / width)
      const at = cell * DIRECTIONS + direction
      sums[at] = (sums[at] ?? 0) + Math.hypot(across, down)
    }
  const pixels = (width * height) / LARGE_CELLS
  return Uint8Array.from(sums, (sum) => Math.min(255, Math.round((8 * sum) / pixels)))
}

/** A cell counts as brighter if it is by so much, so that noise in flat pictures says nothing. */
const BRIGHTER = 2
const GRAY = 128

/** Signs of a sketch, by which similar ones are found fast: '1' for true ones. */
export function sketchSigns(sketch: PictureSketch): string {
  const levelAt = (column: number, row: number) => sketch[row * COLUMNS + column] ?? 0
  let signs = ''
  const add = (isTrue: boolean) => {
    signs += isTrue ? '1' : '0'
  }
  for (let row = 0; row < ROWS; row += 1)
    for (let column = 0; column < COLUMNS; column += 1) {
      const own = levelAt(column, row)
      if (column > 0) add(own - levelAt(column - 1, row) > BRIGHTER)
      if (row > 0) add(own - levelAt(column, row - 1) > BRIGHTER)
    }
  for (let n = colorsAt; n < edgesAt; n += 1) add((sketch[n] ?? 0) > GRAY + BRIGHTER)
  return signs
}

/** Mean differences at which two pictures have nothing in common. */
const BRIGHTNESS_RANGE = 64
const COLOR_RANGE = 32
const EDGE_RANGE = 64

/** How much two pictures look alike: 1 for the same, 0 for nothing in common. */
export function sketchLikeness(one: PictureSketch, other: PictureSketch): number {
  const differenceOf = (from: number, to: number, range: number) => {
    let sum = 0
    for (let n = from; n < to; n += 1) sum += Math.abs((one[n] ?? 0) - (other[n] ?? 0))
    return Math.min(1, sum / (to - from) / range)
  }
  return (
    1 -
    0.45 * differenceOf(0, colorsAt, BRIGHTNESS_RANGE) -
    0.3 * differenceOf(colorsAt, edgesAt, COLOR_RANGE) -
    0.25 * differenceOf(edgesAt, SKETCH_BYTES, EDGE_RANGE)
  )
}

/** Makes the sketches of a stream of small frames (`LOOK`) at some times. @param timesS in order */
export function sketcher(timesS: readonly number[]) {
  const wanted = timesS.map((timeS) => Math.round(timeS * LOOK.rate))
  const sketches: PictureSketch[] = []
  let count = 0
  let last: PictureSketch | null = null
  return {
    /** Adds the next frame. */
    add(frame: Uint8Array): void {
      while (wanted[sketches.length] === count) {
        last ??= sketchOf(frame)
        sketches.push(last)
      }
      last = null
      count += 1
    },
    /** The sketch of each time, without those after the last frame. */
    end: (): readonly PictureSketch[] => sketches,
  }
}
