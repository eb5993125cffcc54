import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { InvoicesScreen } from '../../../areas/billing/invoices/invoices-screen'
import { allInvoices, invoicesSearch } from '../../../areas/billing/invoices/search'

export const Route = createFileRoute('/$environmentId/settings/billing_/invoices')({
  validateSearch: invoicesSearch,
  search: { middlewares: [stripSearchParams(allInvoices)] },
  component: InvoicesScreen,
})
