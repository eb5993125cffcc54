import { billingCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { atMostHourly } from '../../../platform/jobs/sweeper.ts'
import { problem } from '../../../platform/problem.ts'
import { organizationName } from '../../identity/index.ts'
import type { Billing } from '../billing.ts'
import { listDocuments } from '../invoices/document-view.ts'
import { listInstallationPlans } from './plan-list.ts'
import { getRevenue } from './revenue.ts'
import { addUpDays } from './revenue-days.ts'
import { listWallets } from './wallet-list.ts'

export const feature: Feature<Billing> = {
  sweeps: (billing) => ({
    'billing.revenue': atMostHourly(billing.clock, () => addUpDays(billing)),
  }),
  routes(server, billing) {
    route(server, calls.listWallets, ({ query }) => listWallets(billing, query))
    route(server, calls.listWalletDocuments, async ({ params, query }) => {
      if ((await organizationName(billing.db, params.id)) === null) throw problem('not-found')
      return listDocuments(billing, params.id, query)
    })
    route(server, calls.getBillingRevenue, ({ query }) => getRevenue(billing, query.months))
    route(server, calls.listInstallationPlans, ({ query }) => listInstallationPlans(billing, query))
  },
}
