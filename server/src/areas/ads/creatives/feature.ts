import type { Feature } from '../../../platform/area.ts'
import { addressColumns } from '../../../platform/keys/sealed-columns.ts'
import type { Ads } from '../ads.ts'
import { conditionHandler } from './condition.ts'
import { adCreatives } from './tables.ts'
import { deleteUnusedCreatives } from './unused-creatives.ts'

export const feature: Feature<Ads> = {
  sealed: addressColumns(adCreatives.mediaUrl),
  jobs: (ads) => [conditionHandler(ads)],
  sweeps: (ads) => ({ 'ads.creatives': () => deleteUnusedCreatives(ads) }),
}
