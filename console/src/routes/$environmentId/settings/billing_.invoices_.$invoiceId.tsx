import { createFileRoute } from '@tanstack/react-router'
import { InvoiceScreen } from '../../../areas/billing/invoices/invoice-screen'

export const Route = createFileRoute('/$environmentId/settings/billing_/invoices_/$invoiceId')({
  component: InvoiceScreen,
})
