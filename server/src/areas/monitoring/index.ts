import { monitoringCalls } from '@kinora/contract'
import { defineArea, openFeatures } from '../../platform/area.ts'
import { features } from './features.gen.ts'
import { liveTiles } from './tiles/live-tiles.ts'
import { openTileSources, type TileSource } from './tiles/tile-sources.ts'

export type { TileSource }

declare module '../../platform/area.ts' {
  interface Offers {
    /** The tiles of walls. Areas add their own kinds when they open. */
    readonly monitoring: { addTiles(source: TileSource): void }
  }
}

export const monitoring = defineArea({
  name: 'monitoring',
  contract: monitoringCalls,
  open(platform, { live }) {
    const tiles = openTileSources()
    tiles.add(liveTiles(platform, live.previews))
    return openFeatures(features, { ...platform, tiles }, { offers: { monitoring: { addTiles: tiles.add } } })
  },
})
