import { billingCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Billing } from '../billing.ts'
import { addBalance, cancelPayment, continuePayment, quotePayment } from './add-balance.ts'
import { listHistory } from './history.ts'
import { enqueueNotices, noticeHandler } from './notices.ts'
import {
  beginCardSetup,
  getPaymentDetails,
  removePaymentDetails,
  savePaymentDetails,
} from './payment-details.ts'
import { findPayment, paymentView } from './payment-rows.ts'
import { pollPayments, prunePaymentEvents } from './poll.ts'
import { getAutoRecharge, setAutoRecharge } from './recharge-settings.ts'
import { rechargeAll } from './recharge-sweep.ts'
import { listWaitingPayments, recordTransfer } from './transfers.ts'
import { eventHandler, serveWebhook } from './webhook.ts'

export const feature: Feature<Billing> = {
  jobs: (billing) => [eventHandler(billing), noticeHandler(billing)],
  sweeps: (billing) => ({
    'billing.payments': () => pollPayments(billing),
    'billing.recharges': () => rechargeAll(billing),
    'billing.notices': () => enqueueNotices(billing),
    'billing.payment-events': () => prunePaymentEvents(billing),
  }),
  routes(server, billing) {
    if (billing.driver.kind === 'stripe') serveWebhook(server, billing)
    route(server, calls.addBalance, ({ caller: { actor, scope }, body }) =>
      addBalance(billing, actor, scope, body),
    )
    route(server, calls.quotePayment, ({ caller, query }) =>
      quotePayment(billing, caller.scope, query.amount),
    )
    route(server, calls.listPayments, ({ caller, query }) =>
      listHistory(billing, caller.scope.organizationId, query),
    )
    route(server, calls.getPayment, async ({ caller, params: { paymentId } }) =>
      paymentView(await findPayment(billing.db, { organizationId: caller.scope.organizationId, paymentId })),
    )
    route(server, calls.continuePayment, ({ caller, params, body }) =>
      continuePayment(billing, caller.scope, params.paymentId, body.testAnswer),
    )
    route(server, calls.cancelPayment, ({ caller: { actor, scope }, params }) =>
      cancelPayment(billing, actor, scope, params.paymentId),
    )
    route(server, calls.listWaitingPayments, ({ query }) => listWaitingPayments(billing, query))
    route(server, calls.recordTransfer, ({ params, caller }) =>
      recordTransfer(billing, caller.actor, params.id),
    )
    route(server, calls.getPaymentDetails, ({ caller }) =>
      getPaymentDetails(billing, caller.scope.organizationId),
    )
    route(server, calls.beginCardSetup, ({ caller }) => beginCardSetup(billing, caller.scope))
    route(server, calls.savePaymentDetails, ({ caller: { actor, scope }, body }) =>
      savePaymentDetails(billing, actor, scope, body),
    )
    route(server, calls.removePaymentDetails, async ({ caller: { actor, scope } }) => {
      await removePaymentDetails(billing, actor, scope)
      return undefined
    })
    route(server, calls.getAutoRecharge, ({ caller }) =>
      getAutoRecharge(billing, caller.scope.organizationId),
    )
    route(server, calls.setAutoRecharge, ({ caller: { actor, scope }, body }) =>
      setAutoRecharge(billing, actor, scope, body),
    )
  },
}
