import { billingCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { atMostHourly } from '../../../platform/jobs/sweeper.ts'
import type { Billing } from '../billing.ts'
import { getProof, proveDaily, pruneProofs } from './proof.ts'

export const feature: Feature<Billing> = {
  sweeps: (billing) => ({
    'billing.proof': atMostHourly(
      billing.clock,
      async () => {
        await proveDaily(billing)
        await pruneProofs(billing)
      },
      'an hour later',
    ),
  }),
  routes(server, billing) {
    route(server, calls.getBillingProof, () => getProof(billing))
  },
}
