import { billingCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Billing } from '../billing.ts'
import { estimateCost } from './estimate.ts'
import { getMeterRows } from './meter-rows.ts'
import { getUsage } from './period-usage.ts'
import { pruneRecords } from './prune.ts'

export const feature: Feature<Billing> = {
  sweeps: (billing) => ({ 'billing.records': () => pruneRecords(billing) }),
  routes(server, billing) {
    route(server, calls.getBillingUsage, ({ query, caller }) =>
      getUsage(billing, caller.scope.organizationId, query.at),
    )
    route(server, calls.estimateCost, ({ query, caller }) =>
      estimateCost(billing, caller.scope.organizationId, query.usage),
    )
    route(server, calls.getMeterUsage, ({ params, query, caller: { actor, scope } }) =>
      getMeterRows(billing, actor, scope.organizationId, params.meter, query),
    )
  },
}
