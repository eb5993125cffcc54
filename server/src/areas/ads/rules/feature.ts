import type { Feature } from '../../../platform/area.ts'
import type { Ads } from '../ads.ts'
import { deleteOldViews } from './ad-views.ts'

export const feature: Feature<Ads> = {
  sweeps: (ads) => ({ 'ads.views': () => deleteOldViews(ads) }),
}
