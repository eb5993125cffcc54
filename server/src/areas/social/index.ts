import { socialCalls } from '@kinora/contract'
import { defineArea, openFeatures } from '../../platform/area.ts'
import { features } from './features.gen.ts'
import { startScheduling } from './posting/scheduler.ts'

export const social = defineArea({
  name: 'social',
  contract: socialCalls,
  open(platform, { library }) {
    const opened = { ...platform, library }
    return openFeatures(features, opened, { services: { worker: () => startScheduling(opened) } })
  },
})
