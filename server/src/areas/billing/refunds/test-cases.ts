import type { Cases } from '../../../contract/test-case.ts'
import { waitingTransfer } from '../test-requests.ts'

// Transfers are never held.
export const cases: Cases = {
  acceptPayment: async (tenant) => ({
    params: { id: await waitingTransfer(tenant) },
    body: { amount: 50_000_000, currency: 'USD' },
    answers: 'payment-closed',
  }),
  returnPayment: async (tenant) => ({
    params: { id: await waitingTransfer(tenant) },
    answers: 'payment-closed',
  }),
}
