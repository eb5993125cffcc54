import type { Size } from '../encode/filters.ts'

/** Boxes that form each glyph, in grid cells: left, top, width, height. */
type Box = readonly [x: number, y: number, width: number, height: number]

const t: readonly Box[] = [
  [0, 0, 3, 1],
  [1, 1, 1, 4],
]
const e: readonly Box[] = [
  [0, 0, 1, 5],
  [1, 0, 2, 1],
  [1, 2, 1, 1],
  [1, 4, 2, 1],
]
const s: readonly Box[] = [
  [0, 0, 3, 1],
  [0, 1, 1, 1],
  [0, 2, 3, 1],
  [2, 3, 1, 1],
  [0, 4, 3, 1],
]

const WORD = [t, e, s, t]
/** Width of a glyph and its gap. */
const GLYPH_CELLS = 4
/** The plate behind the word has a margin of one cell on each side. */
const PLATE: Size = { width: WORD.length * GLYPH_CELLS + 1, height: 7 }

/** Share of the longer side. */
const SHARE_OF_LONGER = 0.3
/** Maximum share of the shorter side, so that the mark survives a 9:16 crop of the center. */
const SHARE_OF_SHORTER = 0.53
/** Maximum share of each side. */
const MAX_SHARE = 0.8

/** Filters that draw TEST in the center of a frame of `size`, white on a dark plate. The glyphs are boxes, which
 * every ffmpeg can draw without fonts. In very small frames the plate covers everything. */
export function testMarkFilters(size: Size): string[] {
  if (size.width < PLATE.width || size.height < PLATE.height)
    return [`drawbox=x=0:y=0:w=${size.width}:h=${size.height}:color=black@0.6:t=fill`]
  const { cell, left, top } = positionOf(size)
  const box = ([x, y, width, height]: Box, color: string) =>
    `drawbox=x=${left + x * cell}:y=${top + y * cell}:w=${width * cell}:h=${height * cell}:color=${color}:t=fill`
  const glyphs = WORD.flatMap((boxes, n) =>
    boxes.map(([x, y, width, height]): Box => [1 + n * GLYPH_CELLS + x, 1 + y, width, height]),
  )
  return [
    box([0, 0, PLATE.width, PLATE.height], 'black@0.6'),
    ...glyphs.map((glyph) => box(glyph, 'white@0.9')),
  ]
}

/** Position of the mark in pixels, and the size of its grid cells. */
function positionOf({ width, height }: Size): { cell: number; left: number; top: number } {
  const shorter = Math.min(width, height)
  const targetCell =
    Math.min(Math.max(width, height) * SHARE_OF_LONGER, shorter * SHARE_OF_SHORTER) / PLATE.width
  const maxCell = Math.min((width * MAX_SHARE) / PLATE.width, (height * MAX_SHARE) / PLATE.height)
  const cell = Math.max(1, Math.floor(Math.min(targetCell, maxCell)))
  const centered = (side: number, cells: number) => Math.floor((side - cells * cell) / 2)
  return { cell, left: centered(width, PLATE.width), top: centered(height, PLATE.height) }
}
