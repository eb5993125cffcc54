import type { RotationTime, WallGrid, WallLayout, WallSource } from '@kinora/contract'
import { rotationTimes, tileName, wallGrids, wallLimits } from '@kinora/contract/monitoring/values'
import type { WallSearch } from './search'

/** Tiles and grid of the wall, from its address, a saved layout and what is on air. */
export interface ShownWall {
  readonly grid: WallGrid
  /** All tiles in order. Empty names are empty places. */
  readonly tiles: readonly string[]
  /** Seconds for which a page is shown. 0 stays on it. */
  readonly rotateS: RotationTime | 0
  /** Whether it shows what is on air, because nobody chose tiles. */
  readonly isAutomatic: boolean
  readonly layout: WallLayout | null
  /** Whether it differs from its layout. */
  readonly isChanged: boolean
  readonly pages: number
  /** From 1. */
  readonly page: number
  /** The tiles of the page. */
  readonly shown: readonly string[]
}

const onAir: ReadonlySet<WallSource['status']> = new Set([
  'live',
  'connecting',
  'interrupted',
  'lost',
  'silent',
])

export function shownWall(
  search: WallSearch,
  layouts: readonly WallLayout[],
  sources: readonly WallSource[],
): ShownWall {
  const layout = layouts.find(({ id }) => id === search.layout) ?? null
  const kept = layout?.tiles.map((tile) => tile ?? '')
  const given = search.tiles.filter((tile) => tile === '' || tileName.test(tile))
  const isAutomatic = given.length === 0 && kept === undefined
  const automatic = sources.filter(({ status }) => onAir.has(status)).map(({ tile }) => tile)
  const tiles = (given.length > 0 ? given : (kept ?? automatic)).slice(0, wallLimits.layoutTiles)
  const grid = wallGrids.find((each) => each === search.grid) ?? layout?.grid ?? gridFor(tiles.length)
  const rotateS =
    ([0, ...rotationTimes] as const).find((each) => each === search.rotate) ?? layout?.rotateS ?? 0
  const places = grid ** 2
  const pages = Math.max(1, Math.ceil(tiles.length / places))
  const page = Math.min(search.page, pages)
  const isSame = (own: readonly string[] | undefined) => own?.join() === tiles.join()
  return {
    grid,
    tiles,
    rotateS,
    isAutomatic,
    layout,
    isChanged:
      layout !== null && !(grid === layout.grid && rotateS === (layout.rotateS ?? 0) && isSame(kept)),
    pages,
    page,
    shown: tiles.slice((page - 1) * places, page * places),
  }
}

/** The smallest grid with a place for each tile. */
export function gridFor(tiles: number): WallGrid {
  return wallGrids.find((grid) => grid ** 2 >= tiles) ?? 8
}
