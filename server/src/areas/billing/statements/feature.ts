import type { Feature } from '../../../platform/area.ts'
import type { Billing } from '../billing.ts'
import { closePeriods } from './close-periods.ts'

export const feature: Feature<Billing> = {
  sweeps: (billing) => ({ 'billing.statements': () => closePeriods(billing) }),
}
