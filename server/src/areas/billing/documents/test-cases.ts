import type { Cases } from '../../../contract/test-case.ts'
import { newInvoice } from '../test-requests.ts'

export const cases: Cases = {
  linkBillingDocument: async (tenant) => ({
    params: await newInvoice(tenant),
    body: { format: 'csv' },
  }),
}
