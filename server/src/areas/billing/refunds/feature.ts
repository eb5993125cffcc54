import { billingCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Billing } from '../billing.ts'
import { creditRefunds } from './credit-refunds.ts'
import { acceptPayment, finishReturns, returnPayment } from './held-payments.ts'

export const feature: Feature<Billing> = {
  sweeps: (billing) => ({
    'billing.returns': () => finishReturns(billing),
    'billing.refunds': () => creditRefunds(billing),
  }),
  routes(server, billing) {
    route(server, calls.acceptPayment, ({ params, caller, body }) =>
      acceptPayment(billing, caller.actor, params.id, body),
    )
    route(server, calls.returnPayment, ({ params, caller }) =>
      returnPayment(billing, caller.actor, params.id),
    )
  },
}
