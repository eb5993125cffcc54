import * as read from '../../lib/browser/read'

/** Search parameters of the wall, which `shownWall` checks: the first load of every screen has this file. */
export const wallSearch = read.fields({
  /** ID of a saved layout. The others differ from it. */
  layout: read.text(''),
  /** Tiles of a row and of a column. 0 for the usual number. */
  grid: read.number(0),
  /** Names of tiles in order. Empty ones leave a place empty. */
  tiles: read.list((value): value is string => typeof value === 'string'),
  /** Seconds for which a page is shown. -1 for the usual number. */
  rotate: read.number(-1),
  page: read.page(),
})
export type WallSearch = read.FieldsRead<typeof wallSearch>
export const usualWall: WallSearch = { layout: '', grid: 0, tiles: [], rotate: -1, page: 1 }
