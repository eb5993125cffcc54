import { rotationTimes, tileName, wallGrids } from '@kinora/contract/monitoring/values'
import * as read from '../../lib/browser/read'

const isTile = (value: unknown): value is string =>
  value === '' || (typeof value === 'string' && tileName.test(value))

/** Search parameters of the wall. Without a layout and tiles it shows what is on air. */
export const wallSearch = read.fields({
  /** ID of a saved layout. What follows differs from it. */
  layout: read.text(''),
  grid: read.oneOf(wallGrids, undefined),
  /** Names of tiles in order. Empty ones leave a place empty. */
  tiles: read.list(isTile),
  rotate: read.oneOf([0, ...rotationTimes], undefined),
  page: read.page(),
})
export type WallSearch = read.FieldsRead<typeof wallSearch>
export const usualWall: Pick<WallSearch, 'layout' | 'tiles' | 'page'> = { layout: '', tiles: [], page: 1 }
