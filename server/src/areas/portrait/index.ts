import { portraitCalls } from '@kinora/contract'
import { defineArea, openFeatures } from '../../platform/area.ts'
import { features } from './features.gen.ts'

export const portrait = defineArea({
  name: 'portrait',
  contract: portraitCalls,
  open: (platform, { library }) => openFeatures(features, { ...platform, library }),
})
