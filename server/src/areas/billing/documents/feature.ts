import { billingCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import { defineHandler } from '../../../platform/jobs/jobs.ts'
import { atMostHourly } from '../../../platform/jobs/sweeper.ts'
import type { Billing } from '../billing.ts'
import { deliverDocument, enqueueDue, failDelivery, retryFailed } from './deliver.ts'
import { documentJob } from './jobs.ts'
import { linkDocument } from './links.ts'

export const feature: Feature<Billing> = {
  jobs: (billing) => [
    defineHandler({
      definition: documentJob,
      run: ({ documentId: id }, { environmentId: organizationId, signal }) =>
        deliverDocument(billing, { id, organizationId }, signal),
      failed: ({ documentId: id }, error, { environmentId: organizationId }) =>
        failDelivery(billing, { id, organizationId }, error),
    }),
  ],
  sweeps: (billing) => ({
    'billing.documents': () => enqueueDue(billing),
    'billing.failed_documents': atMostHourly(billing.clock, () => retryFailed(billing)),
  }),
  routes(server, billing) {
    route(server, calls.linkBillingDocument, ({ params, body, request }) => {
      const { id: organizationId, invoiceId: id } = params
      return linkDocument(billing, { id, organizationId }, body.format, originOf(request, billing.config))
    })
  },
}
