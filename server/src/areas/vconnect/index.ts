import { vconnectCalls } from '@kinora/contract'
import { defineArea, openFeatures } from '../../platform/area.ts'
import { nodeAccess } from '../../platform/nodes/node-access.ts'
import { assertNoPulledLoop } from './ends/loops.ts'
import { features } from './features.gen.ts'
import { vconnectAlertSource } from './monitors/alert-source.ts'
import { relayProcess } from './relay/relay-process.ts'
import { inputTiles } from './tiles/input-tiles.ts'

export { connectNames } from './connects/connect-names.ts'

export const vconnect = defineArea({
  name: 'vconnect',
  contract: vconnectCalls,
  async open(platform, { monitoring, live }) {
    live.checkSources((tx, stream) => assertNoPulledLoop(tx, platform.config, stream))
    platform.alertSources.add(vconnectAlertSource(platform))
    const relay = relayProcess(platform)
    const tiles = inputTiles(platform, await nodeAccess(platform))
    monitoring.addTiles(tiles)
    return openFeatures(features, platform, {
      services: { ingest: relay.start },
      readiness: { vconnect: relay.readiness },
      close: tiles.close,
    })
  },
})
