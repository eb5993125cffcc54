import type { Feature } from '../../../platform/area.ts'
import type { Ads } from '../ads.ts'
import { conditionHandler } from './condition.ts'
import { deleteUnusedCreatives } from './unused-creatives.ts'

export const feature: Feature<Ads> = {
  jobs: (ads) => [conditionHandler(ads)],
  sweeps: (ads) => ({ 'ads.creatives': () => deleteUnusedCreatives(ads) }),
}
