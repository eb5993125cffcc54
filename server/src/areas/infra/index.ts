import { infraCalls } from '@kinora/contract'
import { defineArea, openFeatures } from '../../platform/area.ts'
import { features } from './features.gen.ts'
import { startReporting } from './processes/report-process.ts'

export const infra = defineArea({
  name: 'infra',
  contract: infraCalls,
  open(platform) {
    return openFeatures(features, platform, { close: startReporting(platform) })
  },
})
