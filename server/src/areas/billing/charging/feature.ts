import type { Feature } from '../../../platform/area.ts'
import type { Billing } from '../billing.ts'
import { releaseExpired } from '../ledger/holds.ts'
import { chargeAll } from './charge-all.ts'

export const feature: Feature<Billing> = {
  sweeps(billing) {
    const turns = { last: '' }
    return {
      'billing.charges': () => chargeAll(billing, turns),
      'billing.holds': () => releaseExpired(billing.db, billing.clock.now()),
    }
  },
}
