import type { HistoryEntry, Payment } from '@kinora/contract'
import { account, answers } from '../billing'
import { idOf, now, personWith } from '../people'
import { pageOf } from '../samples'
import { type Answers, later, pending, problem, type State, type States } from '../state'
import { card, details, entryOf, noCard, payment, quoteOf, recharge } from './payment-samples'

const path = '/settings/billing'
const reader = personWith(['Settings.Billing.read', 'Videos.Video.read', 'Settings.User.read'])

const credit: HistoryEntry = {
  id: '12',
  kind: 'reward',
  at: now,
  amount: 20_000_000,
  currency: 'USD',
  payment: null,
  invoice: null,
}
const history = pageOf<HistoryEntry>([
  entryOf(0, { state: 'processing', driver: 'stripe' }),
  {
    ...entryOf(1, { origin: 'recharge', taxes: quoteOf(500_000_000, 180_000).taxes, total: 590_000_000 }),
    invoice: { id: idOf(51), number: null },
  },
  entryOf(2, { state: 'failed', reason: 'insufficient_funds' }),
  entryOf(3, { state: 'needs_action', reason: 'authentication_required' }),
  entryOf(4, { state: 'refunded', takenBack: 120_000_000 }),
  entryOf(5, { state: 'disputed', takenBack: 500_000_000 }),
  entryOf(6, { driver: 'offline', card: null, amount: 2_000_000_000 }),
  { ...credit, at: '2026-09-03T10:00:00.000Z' },
])

/** A screen on which a payment starts in this state and goes on to the next one. */
function paying(first: Partial<Payment>, next: Partial<Payment> = first, more: Answers = {}): State {
  return {
    path,
    answers: () => {
      let current: Payment = { ...payment, ...first }
      return {
        ...answers,
        addBalance: ({ body }) => later({ ...current, amount: body.amount }),
        getPayment: () => {
          const shown = current
          // A payment that waits for its payer does not go on by itself.
          if (shown.state === 'processing') current = { ...payment, ...next }
          return shown
        },
        continuePayment: ({ body }) => {
          current =
            body.testAnswer === 'refused'
              ? { ...payment, state: 'failed', reason: 'authentication_failed' }
              : { ...payment, ...next }
          return { payment: current, action: null }
        },
        cancelPayment: () => {
          current = { ...payment, state: 'failed', reason: 'canceled' }
          return current
        },
        ...more,
      }
    },
  }
}

export const payments: States = {
  history: { path, answers: { ...answers, listPayments: history } },
  'no card': {
    path,
    answers: {
      ...answers,
      getPaymentDetails: noCard,
      savePaymentDetails: { details: { ...details, card }, rewarded: 20_000_000 },
    },
  },
  'card not accepted': {
    path,
    answers: {
      ...answers,
      getPaymentDetails: noCard,
      savePaymentDetails: problem('card-refused'),
    },
  },
  loading: { path, answers: { ...answers, listPayments: pending } },
  'does not load': { path, answers: { ...answers, listPayments: problem('unavailable') } },
  'for a reader': { path, user: reader, answers: { ...answers, listPayments: history } },
  'is paid': paying(
    { state: 'succeeded' },
    { state: 'succeeded' },
    {
      quotePayment: ({ query }) => quoteOf(Number(query.amount), 180_000),
    },
  ),
  'is slow': paying({ state: 'processing' }, { state: 'succeeded' }),
  'is declined': paying({ state: 'failed', reason: 'declined' }),
  'asks the bank': paying(
    { state: 'needs_action', reason: 'authentication_required' },
    { state: 'succeeded' },
  ),
  'processor is down': {
    path,
    answers: { ...answers, addBalance: problem('payment-processor-unavailable') },
  },
  'by transfer': paying({ state: 'processing', driver: 'offline', card: null }, undefined, {
    getPaymentDetails: {
      ...details,
      driver: 'offline',
      card: null,
      instructions: 'State Bank of India\nIFSC SBIN0001234, account 0012 3456 7890',
    },
  }),
  'with Stripe': {
    path,
    answers: {
      ...answers,
      getPaymentDetails: { ...noCard, driver: 'stripe', publishableKey: 'pk_test_gallery' },
      beginCardSetup: { clientSecret: 'seti_1_secret_2' },
      savePaymentDetails: {
        details: { ...details, driver: 'stripe', publishableKey: 'pk_test_gallery' },
        rewarded: 0,
      },
    },
  },
  'recharge on': {
    path,
    answers: {
      ...answers,
      getAutoRecharge: { ...recharge, isOn: true, addedInPeriod: 500_000_000, consentAt: now, declined: 1 },
      setAutoRecharge: recharge,
    },
  },
  'recharge off': {
    path,
    answers: {
      ...answers,
      getAutoRecharge: { ...recharge, stoppedBecause: 'declined' },
      setAutoRecharge: ({ body }) => ({ ...recharge, ...body, consentAt: now }),
    },
  },
  low: {
    path,
    answers: {
      ...answers,
      getBillingAccount: { ...account, balance: 4_000_000, status: 'low' },
      getWalletStatus: { status: 'low', isCapReached: false },
    },
  },
  'cap reached': { path, answers: { ...answers, getWalletStatus: { status: 'ok', isCapReached: true } } },
}
