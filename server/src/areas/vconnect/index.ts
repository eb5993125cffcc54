import { vconnectCalls } from '@kinora/contract'
import { defineArea, openFeatures } from '../../platform/area.ts'
import { features } from './features.gen.ts'
import { relayProcess } from './relay/relay-process.ts'

export const vconnect = defineArea({
  name: 'vconnect',
  contract: vconnectCalls,
  open(platform) {
    const relay = relayProcess(platform)
    return openFeatures(features, platform, {
      services: { ingest: relay.start },
      readiness: { vconnect: relay.readiness },
    })
  },
})
