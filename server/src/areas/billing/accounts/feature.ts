import { billingCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Billing } from '../billing.ts'
import { getAccount } from './account-view.ts'
import { currentPeriod, listPeriods } from './period-list.ts'
import { getWalletStatus } from './standing.ts'
import { addCredit, getTerms, setSpendCap, setTerms } from './terms.ts'

export const feature: Feature<Billing> = {
  routes(server, billing) {
    route(server, calls.getBillingAccount, ({ caller }) => getAccount(billing, caller.scope.organizationId))
    route(server, calls.getWalletStatus, ({ caller }) =>
      getWalletStatus(billing, caller.scope.organizationId),
    )
    route(server, calls.getBillingPeriods, ({ caller }) => listPeriods(billing, caller.scope.organizationId))
    route(server, calls.getLocalBillingPeriod, ({ caller }) =>
      currentPeriod(billing, caller.scope.organizationId),
    )
    route(server, calls.setSpendCap, ({ caller: { actor, scope }, body }) =>
      setSpendCap(billing, actor, scope, body.amount),
    )
    route(server, calls.getBillingTerms, ({ params }) => getTerms(billing, params.id))
    route(server, calls.setBillingTerms, ({ params, caller, body }) =>
      setTerms(billing, caller.actor, params.id, body),
    )
    route(server, calls.addBillingCredit, ({ params, caller, body }) =>
      addCredit(billing, caller.actor, params.id, body),
    )
  },
}
