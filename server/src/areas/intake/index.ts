import { intakeCalls } from '@kinora/contract'
import { defineArea, openFeatures } from '../../platform/area.ts'
import { features } from './features.gen.ts'
import { startScanning } from './scanning/scanner.ts'

export const intake = defineArea({
  name: 'intake',
  contract: intakeCalls,
  open(platform, { library }) {
    const opened = { ...platform, library }
    return openFeatures(features, opened, { services: { worker: () => startScanning(opened) } })
  },
})
