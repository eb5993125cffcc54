import { billingCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Billing } from '../billing.ts'
import { getDetails, setDetails } from './buyers.ts'
import { getDocument, listDocuments } from './document-view.ts'
import { finalizeDrafts } from './issue-invoice.ts'
import { creditInvoice, quoteReceipt, recordReceipt } from './receipts.ts'
import { addTaxRate, getSeller, setSeller } from './seller.ts'

export const feature: Feature<Billing> = {
  sweeps: (billing) => ({ 'billing.drafts': () => finalizeDrafts(billing) }),
  routes(server, billing) {
    route(server, calls.getBillingDetails, async ({ caller }) => ({
      details: await getDetails(billing.db, caller.scope.organizationId),
    }))
    route(server, calls.setBillingDetails, async ({ caller: { actor, scope }, body }) => ({
      details: await setDetails(billing, actor, scope, body),
    }))
    route(server, calls.listBillingDocuments, ({ caller, query }) =>
      listDocuments(billing, caller.scope.organizationId, query),
    )
    route(server, calls.getBillingDocument, ({ caller, params }) =>
      getDocument(billing, caller.actor, params.id),
    )
    route(server, calls.getBillingSeller, () => getSeller(billing))
    route(server, calls.setBillingSeller, ({ caller, body }) => setSeller(billing, caller.actor, body))
    route(server, calls.addTaxRate, ({ caller, body }) => addTaxRate(billing, caller.actor, body))
    route(server, calls.quoteBillingReceipt, ({ params, query }) =>
      quoteReceipt(billing, params.id, query.amount),
    )
    route(server, calls.recordBillingReceipt, ({ caller, params, body }) =>
      recordReceipt(billing, caller.actor, params.id, body),
    )
    route(server, calls.creditBillingInvoice, ({ caller, params, body }) => {
      const { id: organizationId, invoiceId } = params
      return creditInvoice(billing, caller.actor, { organizationId, invoiceId }, body)
    })
  },
}
