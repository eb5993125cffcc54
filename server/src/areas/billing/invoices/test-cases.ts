import { randomUUID } from 'node:crypto'
import type { Cases } from '../../../contract/test-case.ts'
import { billingDetails, newInvoice, organizationIn, seller } from '../test-requests.ts'

export const cases: Cases = {
  getBillingDetails: (tenant) => ({ params: organizationIn(tenant) }),
  setBillingDetails: (tenant) => ({ params: organizationIn(tenant), body: billingDetails }),
  getBillingSeller: () => ({}),
  setBillingSeller: () => ({ body: seller }),
  addTaxRate: () => ({
    body: {
      country: 'IN',
      region: 'Telangana',
      name: `Tax ${randomUUID()}`,
      ratePpm: 180_000,
      validFrom: '2040-01-01T00:00:00Z',
    },
  }),
  listBillingDocuments: (tenant) => ({ params: organizationIn(tenant), query: { kind: 'invoice' } }),
  getBillingDocument: async (tenant) => ({ params: { id: (await newInvoice(tenant)).invoiceId } }),
  quoteBillingReceipt: (tenant) => ({ params: organizationIn(tenant), query: { amount: '50000000' } }),
  recordBillingReceipt: (tenant) => ({
    params: organizationIn(tenant),
    body: { amount: 50_000_000, method: 'Bank transfer' },
  }),
  creditBillingInvoice: async (tenant) => ({
    params: await newInvoice(tenant),
    body: { amount: 1_000_000, reason: 'For the test' },
  }),
}
