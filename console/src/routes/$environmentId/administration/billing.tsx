import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { BillingAdministrationScreen } from '../../../areas/billing/administration/billing-administration-screen'
import {
  billingAdministrationSearch,
  noBillingAdministration,
} from '../../../areas/billing/administration/search'

export const Route = createFileRoute('/$environmentId/administration/billing')({
  validateSearch: billingAdministrationSearch,
  search: { middlewares: [stripSearchParams(noBillingAdministration)] },
  component: BillingAdministrationScreen,
})
