/** A picture of 8-bit brightness, row by row. */
export interface GrayPicture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** A place in a picture, in pixels. */
export interface PixelBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Side of the cells in which edges are counted. */
const CELL = 8
/** Difference of brightness across two pixels that is an edge of a letter. */
const EDGE = 48
/** Least share of a cell with edges. */
const LEAST_EDGES = 0.2
const LEAST_BOTH = 0.06
/** Cells between words of a line. */
const GAP = 3
const LEAST_WIDTH = 5
const MOST_HEIGHT_SHARE = 0.4
/** Least share of the cells of a region that have edges. */
const LEAST_FILL = 0.35
const MOST_REGIONS = 16

/** Finds where a picture may have text: dense edges in rows. Finds also fences and leaves, where reading finds nothing.
 * The largest first. */
export function textRegions(picture: GrayPicture): PixelBox[] {
  const columns = Math.floor(picture.width / CELL)
  const rows = Math.floor(picture.height / CELL)
  const dense = denseCells(picture, columns, rows)
  const joined = joinedInRows(dense, columns, rows)
  return componentsOf(joined, columns, rows)
    .filter(
      ({ left, top, right, bottom }) =>
        right - left + 1 >= LEAST_WIDTH &&
        bottom - top + 1 <= rows * MOST_HEIGHT_SHARE &&
        right - left >= bottom - top &&
        fillOf(dense, columns, left, top, right, bottom) >= LEAST_FILL,
    )
    .map(({ left, top, right, bottom }) => withMargin(picture, left, top, right, bottom))
    .sort((one, other) => other.width * other.height - one.width * one.height)
    .slice(0, MOST_REGIONS)
}

function denseCells({ width, pixels }: GrayPicture, columns: number, rows: number): Uint8Array {
  const dense = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      let [edges, across, down] = [0, 0, 0]
      for (let y = Math.max(1, row * CELL); y < (row + 1) * CELL; y += 1)
        for (let x = Math.max(1, column * CELL); x < (column + 1) * CELL; x += 1) {
          const at = y * width + x
          const isAcross = Math.abs((pixels[at + 1] ?? 0) - (pixels[at - 1] ?? 0)) >= EDGE
          const isDown = Math.abs((pixels[at + width] ?? 0) - (pixels[at - width] ?? 0)) >= EDGE
          if (isAcross) across += 1
          if (isDown) down += 1
          if (isAcross || isDown) edges += 1
        }
      if (edges >= LEAST_EDGES * CELL * CELL && Math.min(across, down) >= LEAST_BOTH * CELL * CELL)
        dense[row * columns + column] = 1
    }
  return dense
}

/** Fills the gaps between dense cells of a row. */
function joinedInRows(dense: Uint8Array, columns: number, rows: number): Uint8Array {
  const joined = dense.slice()
  for (let row = 0; row < rows; row += 1) {
    let last = Number.NEGATIVE_INFINITY
    for (let column = 0; column < columns; column += 1) {
      if (dense[row * columns + column] === 0) continue
      if (column - last <= GAP + 1) joined.fill(1, row * columns + last, row * columns + column)
      last = column
    }
  }
  return joined
}

interface Cells {
  left: number
  top: number
  right: number
  bottom: number
}

function componentsOf(joined: Uint8Array, columns: number, rows: number): Cells[] {
  const seen = new Uint8Array(joined.length)
  const found: Cells[] = []
  for (let start = 0; start < joined.length; start += 1) {
    if (joined[start] === 0 || seen[start] === 1) continue
    const cells: Cells = { left: columns, top: rows, right: 0, bottom: 0 }
    const open = [start]
    seen[start] = 1
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [column, row] = [at % columns, Math.floor(at / columns)]
      cells.left = Math.min(cells.left, column)
      cells.right = Math.max(cells.right, column)
      cells.top = Math.min(cells.top, row)
      cells.bottom = Math.max(cells.bottom, row)
      const near = [
        column > 0 ? at - 1 : -1,
        column < columns - 1 ? at + 1 : -1,
        row > 0 ? at - columns : -1,
        row < rows - 1 ? at + columns : -1,
      ]
      for (const next of near)
        if (next >= 0 && joined[next] === 1 && seen[next] === 0) {
          seen[next] = 1
          open.push(next)
        }
    }
    found.push(cells)
  }
  return found
}

function fillOf(
  dense: Uint8Array,
  columns: number,
  left: number,
  top: number,
  right: number,
  bottom: number,
): number {
  let filled = 0
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) filled += dense[row * columns + column] ?? 0
  return filled / ((right - left + 1) * (bottom - top + 1))
}

/** The pixels of cells with one more cell around, since letters end beside their edges. */
function withMargin(
  { width, height }: GrayPicture,
  left: number,
  top: number,
  right: number,
  bottom: number,
): PixelBox {
  const x = Math.max(0, (left - 1.5) * CELL)
  const y = Math.max(0, (top - 1.5) * CELL)
  return {
    x,
    y,
    width: Math.min(width, (right + 2.5) * CELL) - x,
    height: Math.min(height, (bottom + 2.5) * CELL) - y,
  }
}
