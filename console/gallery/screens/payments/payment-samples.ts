import type { AutoRecharge, BillingQuote, HistoryEntry, Payment, PaymentDetails } from '@kinora/contract'
import { idOf, now, organizationId } from '../people'
import { pageOf } from '../samples'
import type { Answers } from '../state'

export const card = { brand: 'visa', last4: '4821', expMonth: 9, expYear: 2028 }

export const details: PaymentDetails = {
  driver: 'test',
  currency: 'USD',
  publishableKey: null,
  instructions: null,
  card,
  address: {
    address1: 'Benz Circle',
    address2: '',
    city: 'Vijayawada',
    state: 'Andhra Pradesh',
    country: 'IN',
    zip: '520010',
    email: 'accounts@deccan.example',
  },
  reward: 0,
}
export const noCard: PaymentDetails = { ...details, card: null, address: null, reward: 20_000_000 }

export const payment: Payment = {
  id: idOf(700),
  organizationId,
  reference: 'KP-7F3A1C29B0',
  amount: 500_000_000,
  taxes: [],
  total: 500_000_000,
  currency: 'USD',
  driver: 'test',
  origin: 'person',
  state: 'succeeded',
  reason: null,
  takenBack: 0,
  card,
  createdAt: now,
}

/** The n-th entry of the history, newest first. */
export function entryOf(n: number, change: Partial<Payment>): HistoryEntry {
  const at = new Date(Date.parse(now) - n * 9 * 86_400_000).toISOString()
  const own: Payment = {
    ...payment,
    id: idOf(700 + n),
    reference: `KP-7F3A1C29B${n}`,
    createdAt: at,
    total: change.amount ?? payment.total,
    ...change,
  }
  return {
    id: own.id,
    kind: 'payment',
    at,
    amount: own.amount,
    currency: 'USD',
    payment: own,
    invoice: { id: idOf(50), number: 'KN-2026-00017' },
  }
}

export const recharge: AutoRecharge = {
  isOn: false,
  threshold: 250_000_000,
  amount: 500_000_000,
  monthlyCap: 2_000_000_000,
  addedInPeriod: 0,
  consentAt: null,
  declined: 0,
  stoppedBecause: null,
}

/** An organization that has a card and no payments. */
/** The quote of an amount, with a tax. */
export function quoteOf(amount: number, ratePpm: number): BillingQuote {
  const tax = Math.round((amount * ratePpm) / 1e10) * 10_000
  const taxes = [{ name: 'GST', ratePpm, net: amount, tax, isReverseCharge: false }]
  return { amount, currency: 'USD', taxes: ratePpm === 0 ? [] : taxes, total: amount + tax }
}

export const paymentAnswers = {
  getPaymentDetails: details,
  listPayments: pageOf<HistoryEntry>([]),
  getAutoRecharge: recharge,
  quotePayment: ({ query }) => quoteOf(Number(query.amount), 0),
} satisfies Answers
