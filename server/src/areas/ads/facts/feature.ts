import type { Feature } from '../../../platform/area.ts'
import type { Ads } from '../ads.ts'
import { correctBreakLengths } from './break-lengths.ts'

export const feature: Feature<Ads> = {
  sweeps: (ads) => ({ 'ads.breakLengths': () => correctBreakLengths(ads) }),
}
