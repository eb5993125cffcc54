import * as z from 'zod/mini'
import { call } from '../call.ts'
import { page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, mayRead, mayUpdate, micros, organizationParams } from './base.ts'
import { billingQuote, billingTax, quoteQuery } from './parties.ts'
import {
  historyKinds,
  paymentDrivers,
  paymentMax,
  paymentOrigins,
  paymentReasons,
  paymentStates,
  walletStatuses,
} from './values.ts'

/** The parts of a card that people recognize it by. Kinora has no more of it. */
export const cardFace = z.object({
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
})
export type CardFace = z.infer<typeof cardFace>

export const payment = z.object({
  id: uuid,
  organizationId: uuid,
  /** The number that people quote, such as `KP-7F3A1C29`. */
  reference: z.string(),
  /** The amount that the wallet gets. */
  amount: micros,
  /** Taxes in addition to it. */
  taxes: z.array(billingTax),
  /** The sum with taxes, which is paid. */
  total: micros,
  currency: z.string(),
  driver: z.enum(paymentDrivers),
  origin: z.enum(paymentOrigins),
  state: z.enum(paymentStates),
  reason: z.nullable(z.enum(paymentReasons)),
  /** Refunded, or withdrawn because of a dispute, with its taxes. */
  takenBack: micros,
  card: z.nullable(cardFace),
  createdAt: time,
})
export type Payment = z.infer<typeof payment>

const historyEntry = z.object({
  id: z.string(),
  kind: z.enum(historyKinds),
  at: time,
  amount: micros,
  currency: z.string(),
  /** Null for credit. */
  payment: z.nullable(payment),
  /** The invoice of a payment. Its number is null until the seller is known. */
  invoice: z.nullable(z.object({ id: uuid, number: z.nullable(z.string()) })),
})
export type HistoryEntry = z.infer<typeof historyEntry>

/** Whole numbers of micros. The server also refuses more decimals than the currency has. */
export const addBalanceBody = z.object({
  /** The amount that the wallet gets. Taxes are in addition to it. */
  amount: z.int().check(z.minimum(10_000), z.maximum(paymentMax)),
  /** The sum with taxes, as the payer has seen it: the amount if left out. Another total is refused. */
  total: z.optional(z.int()),
})

const paymentParams = z.object({ id: uuid, paymentId: uuid })

const waitingPayment = z.object({
  ...payment.shape,
  organizationName: z.nullable(z.string()),
  /** Why the payment is not booked although the processor reports it: its amount, currency or customer differs. */
  heldBecause: z.nullable(z.enum(['amount', 'currency', 'customer'])),
  /** The field in which the report of the processor differs from a payment that is booked already. What is booked stays. */
  differsBecause: z.nullable(z.enum(['amount', 'currency', 'customer'])),
  /** The report of the processor about a payment that is held or differs. */
  reported: z.nullable(z.object({ amount: micros, currency: z.string(), hasArrived: z.boolean() })),
  /** An administrator returns it, and the processor has not confirmed that yet. */
  isReturning: z.boolean(),
})
export type WaitingPayment = z.infer<typeof waitingPayment>

const paymentCalls = {
  quotePayment: call({
    method: 'GET',
    path: `${base}/:id/payment/quote`,
    summary: 'Get what has to be paid, with taxes, for an amount that the wallet gets.',
    caller: 'organization',
    right: mayRead,
    params: organizationParams,
    query: quoteQuery,
    answer: billingQuote,
    kind: 'json',
    status: 200,
    problems: ['amount-not-payable'],
  }),
  addBalance: call({
    method: 'POST',
    path: `${base}/:id/payment/add_balance`,
    summary:
      'Add money to the wallet of an organization, with its saved card or by bank transfer. Send an `Idempotency-Key`, so that a repeated request pays once.',
    caller: 'organization',
    right: mayUpdate,
    isPersonal: true,
    params: organizationParams,
    body: addBalanceBody,
    answer: payment,
    kind: 'json',
    status: 201,
    problems: ['payment-details-missing', 'amount-not-payable', 'total-changed'],
  }),
  listPayments: call({
    method: 'GET',
    path: `${base}/:id/payment/history`,
    summary: 'List the payments and credit of an organization, newest first.',
    caller: 'organization',
    right: mayRead,
    params: organizationParams,
    query: z.object(pageQuery),
    answer: page(historyEntry),
    kind: 'json',
    status: 200,
  }),
  getPayment: call({
    method: 'GET',
    path: `${base}/:id/payments/:paymentId`,
    summary: 'Get a payment of an organization.',
    caller: 'organization',
    right: mayRead,
    params: paymentParams,
    answer: payment,
    kind: 'json',
    status: 200,
  }),
  continuePayment: call({
    method: 'POST',
    path: `${base}/:id/payments/:paymentId/continue`,
    summary:
      'Ask the payment processor for the state of an open payment. If the payer has to confirm it, the response has what their browser needs for that.',
    caller: 'organization',
    right: mayUpdate,
    isSensitive: true,
    params: paymentParams,
    body: z.object({
      /** How the payer answers the bank of a test card. */
      testAnswer: z.optional(z.enum(['confirmed', 'refused'])),
    }),
    answer: z.object({
      payment,
      /** For Stripe.js, while the payment needs an action. */
      action: z.nullable(z.object({ clientSecret: z.string(), methodId: z.string() })),
    }),
    kind: 'json',
    status: 200,
    problems: ['payment-processor-unavailable'],
  }),
  cancelPayment: call({
    method: 'POST',
    path: `${base}/:id/payments/:paymentId/cancel`,
    summary: 'Cancel a payment that waits for a bank transfer or for its payer.',
    caller: 'organization',
    right: mayUpdate,
    isPersonal: true,
    params: paymentParams,
    answer: payment,
    kind: 'json',
    status: 200,
    problems: ['payment-closed', 'payment-processor-unavailable'],
  }),
  getWalletStatus: call({
    method: 'GET',
    path: `${base}/:id/account/status`,
    summary:
      'Get whether the wallet of an organization is low or empty, and whether its spend cap is reached.',
    caller: 'organization',
    right: mayRead,
    params: organizationParams,
    answer: z.object({ status: z.enum(walletStatuses), isCapReached: z.boolean() }),
    kind: 'json',
    status: 200,
  }),
  listWaitingPayments: call({
    method: 'GET',
    path: `${base}/payments`,
    summary:
      'List the payments of all organizations that wait for an administrator: bank transfers that have not arrived, and payments that differ from what the processor reports.',
    caller: 'admin',
    query: z.object(pageQuery),
    answer: page(waitingPayment),
    kind: 'json',
    status: 200,
  }),
  recordTransfer: call({
    method: 'POST',
    path: `${base}/payments/:id/received`,
    summary: 'Record that the bank transfer of a payment has arrived. It adds the money to the wallet.',
    caller: 'admin',
    isSensitive: true,
    params: z.object({ id: uuid }),
    answer: payment,
    kind: 'json',
    status: 200,
    problems: ['payment-closed'],
  }),
  acceptPayment: call({
    method: 'POST',
    path: `${base}/payments/:id/accept`,
    summary:
      'Accept a payment that differs from what the processor reports. The wallet gets what has arrived, less its taxes. A repeated request changes nothing.',
    caller: 'admin',
    isSensitive: true,
    params: z.object({ id: uuid }),
    body: z.object({
      /** The reported amount, as the administrator has seen it. */
      amount: micros,
      currency: z.string(),
    }),
    answer: payment,
    kind: 'json',
    status: 200,
    problems: [
      'payment-closed',
      'payment-changed',
      'payment-not-arrived',
      'payment-currency-differs',
      'payment-processor-unavailable',
    ],
  }),
  returnPayment: call({
    method: 'POST',
    path: `${base}/payments/:id/return`,
    summary:
      'Return a payment that differs from what the processor reports to its payer. A repeated request changes nothing.',
    caller: 'admin',
    isSensitive: true,
    params: z.object({ id: uuid }),
    answer: payment,
    kind: 'json',
    status: 200,
    problems: ['payment-closed', 'refund-refused', 'payment-processor-unavailable'],
  }),
}

export const billingPaymentFeature = defineFeature({
  calls: paymentCalls,
  problems: {
    'payment-details-missing': { status: 409, title: 'Add payment details first' },
    'amount-not-payable': { status: 409, title: 'This amount has too many decimals' },
    'payment-closed': { status: 409, title: 'This payment is over' },
    'payment-changed': {
      status: 409,
      title: 'The payment processor reports another amount now. Check it and try again.',
    },
    'payment-not-arrived': { status: 409, title: 'This payment has not arrived' },
    'payment-currency-differs': {
      status: 409,
      title: 'This payment has another currency than the wallet. Return it.',
    },
    'refund-refused': { status: 409, title: 'The payment processor did not return this payment' },
    'payment-processor-unavailable': {
      status: 503,
      title: 'The payment processor does not answer',
    },
  },
  objects: { wallet: mayRead, payment: mayRead },
  eventGroups: { organization: ['wallet', 'payment'] },
  events: {
    'billing.wallet.ok': 'wallet',
    'billing.wallet.low': 'wallet',
    'billing.wallet.below_threshold': 'wallet',
    'billing.wallet.empty': 'wallet',
    'billing.wallet.refused': 'wallet',
    'billing.payment.succeeded': 'payment',
    'billing.payment.failed': 'payment',
    'billing.payment.action_required': 'payment',
    'billing.payment.taken_back': 'payment',
  },
  auditActions: [
    'billing.payment.requested',
    'billing.payment.received',
    'billing.payment.canceled',
    'billing.payment.succeeded',
    'billing.payment.failed',
    'billing.payment.taken_back',
    'billing.payment.accepted',
    'billing.payment.return_requested',
    'billing.payment.returned',
    'billing.payment.return_failed',
  ],
})
