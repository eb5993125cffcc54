import type { Platform } from '../../platform/platform.ts'
import type { TileSources } from './tiles/tile-sources.ts'

/** Context of all functions of this area. */
export interface Monitoring extends Platform {
  readonly tiles: TileSources
}
