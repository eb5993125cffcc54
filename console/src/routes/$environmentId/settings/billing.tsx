import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { BillingScreen } from '../../../areas/billing/account/billing-screen'
import { billingSearch, wholeBilling } from '../../../areas/billing/search'

export const Route = createFileRoute('/$environmentId/settings/billing')({
  validateSearch: billingSearch,
  search: { middlewares: [stripSearchParams(wholeBilling)] },
  component: BillingScreen,
})
