import type { Cases, Tenant } from '../../../contract/test-case.ts'
import { organizationIn, waitingTransfer } from '../test-requests.ts'

const inPayment = async (tenant: Tenant) => ({
  params: { ...organizationIn(tenant), paymentId: await waitingTransfer(tenant) },
})

export const cases: Cases = {
  addBalance: (tenant) => ({ params: organizationIn(tenant), body: { amount: 50_000_000 } }),
  listPayments: (tenant) => ({ params: organizationIn(tenant), query: { pageNum: '1', pageSize: '12' } }),
  getPayment: inPayment,
  continuePayment: async (tenant) => ({ ...(await inPayment(tenant)), body: { testAnswer: 'confirmed' } }),
  cancelPayment: inPayment,
  listWaitingPayments: () => ({ query: { pageNum: '1', pageSize: '12' } }),
  recordTransfer: async (tenant) => ({ params: { id: await waitingTransfer(tenant) } }),
  quotePayment: (tenant) => ({ params: organizationIn(tenant), query: { amount: '50000000' } }),
  getPaymentDetails: (tenant) => ({ params: organizationIn(tenant) }),
  // Bank transfers have no cards.
  beginCardSetup: (tenant) => ({ params: organizationIn(tenant), answers: 'card-refused' }),
  savePaymentDetails: (tenant) => ({
    params: organizationIn(tenant),
    body: {
      address1: 'Benz Circle',
      address2: 'Floor 3',
      city: 'Vijayawada',
      state: 'Andhra Pradesh',
      country: 'IN',
      zip: '520010',
      email: 'accounts@deccan.example',
      hasConsent: true,
      card: { cardNumber: '4242 4242 4242 4242', cardExpiry: '08/49', cvv: '123' },
      setupId: 'seti_1',
    },
    answers: 'card-refused',
  }),
  removePaymentDetails: (tenant) => ({ params: organizationIn(tenant) }),
  getAutoRecharge: (tenant) => ({ params: organizationIn(tenant) }),
  setAutoRecharge: (tenant) => ({
    params: organizationIn(tenant),
    body: {
      isOn: true,
      threshold: 20_000_000,
      amount: 50_000_000,
      monthlyCap: 500_000_000,
      hasConsent: true,
    },
    answers: 'payment-details-missing',
  }),
}
