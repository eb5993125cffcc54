import type { Feature } from '../../../platform/area.ts'
import type { Analytics } from '../analytics.ts'
import { checkMerges } from './merges.ts'

export const feature: Feature<Analytics> = {
  sweeps: ({ warehouse }) => ({ 'analytics.merges': () => checkMerges(warehouse) }),
}
