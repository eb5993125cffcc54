import type {
  BillingAccount,
  BillingDocument,
  BillingPlan,
  BillingUsage,
  InstallationWallet,
  MeterUsageRows,
  Payment,
  WaitingPayment,
} from '@kinora/contract'
import { usedRights } from '@kinora/contract/rights.gen'
import {
  creditNote,
  details,
  draft,
  invoice,
  seller,
  statement,
  wholeCreditNote,
  wholeDraft,
  wholeInvoice,
  wholeStatement,
} from './billing-documents'
import { payment, paymentAnswers, quoteOf } from './payments/payment-samples'
import { environmentId, idOf, now, organizationId, owner, personWith, viewer } from './people'
import { type Answers, pending, problem, type States } from './state'

const period = { startsAt: '2026-11-01T00:00:00.000Z', endsAt: '2026-12-01T00:00:00.000Z' }
const before = { startsAt: '2026-10-01T00:00:00.000Z', endsAt: '2026-11-01T00:00:00.000Z' }
const dayMs = 86_400_000

/** Dates up to today. */
const dates = Array.from({ length: 30 }, (_, n) =>
  new Date(Date.parse(now) - (29 - n) * dayMs).toISOString().slice(0, 10),
)

export const account: BillingAccount = {
  organizationId,
  currency: 'USD',
  timezone: 'UTC',
  balance: 1_284_604_321,
  held: 12_500_000,
  status: 'ok',
  isPrepaid: true,
  graceEndsAt: null,
  spendCap: 2_000_000_000,
  plan: { id: idOf(1), name: 'Standard' },
  period,
  spent: 963_000_410,
  spentPerDay: 43_120_900,
  forecast: 1_394_209_410,
  lastsUntil: '2026-12-19T14:00:00.000Z',
  days: dates.map((day, n) => ({
    day,
    balance: 1_284_604_321 + (29 - n) * 43_000_000 - (n < 20 ? 500_000_000 : 0),
    spent: 43_000_000,
    added: n === 20 ? 500_000_000 : 0,
  })),
}
const untouched: BillingAccount = {
  ...account,
  balance: 0,
  held: 0,
  isPrepaid: false,
  spendCap: null,
  spent: 0,
  spentPerDay: 0,
  forecast: 0,
  lastsUntil: null,
  days: dates.map((day) => ({ day, balance: 0, spent: 0, added: 0 })),
}

const minute = (micros: number) => ({
  mode: 'graduated' as const,
  per: 60_000,
  included: 0,
  tiers: [{ upTo: null, micros }],
  validFrom: '2026-01-01T00:00:00.000Z',
})
const days = dates.slice(10).map((day, n) => ({ day, quantity: 6e7 * (3 + (n % 5)) }))

const usage: BillingUsage = {
  period,
  currency: 'USD',
  total: 688_930_000,
  items: [
    {
      meter: 'streaming',
      quantity: 247_093_200_000,
      free: 0,
      amount: 370_639_800,
      price: { meter: 'streaming', ...minute(90) },
      days,
    },
    {
      meter: 'live-streaming',
      quantity: 2_292_240_000,
      free: 0,
      amount: 160_456_800,
      price: { meter: 'live-streaming', ...minute(4200) },
      days,
    },
    {
      meter: 'encoding-hd',
      quantity: 1_262_640_000,
      free: 90_000_000,
      amount: 157_833_400,
      price: { meter: 'encoding-hd', ...minute(7500) },
      days,
    },
    { meter: 'stored-bytes', quantity: '912000000000000000', free: 0, amount: 0, price: null, days },
  ],
  adjustments: [{ period: before, amount: 3_300 }],
}
const nothing: BillingUsage = { period, currency: 'USD', total: 0, items: [], adjustments: [] }

const rows = (level: MeterUsageRows['level'], items: MeterUsageRows['items']): MeterUsageRows => ({
  meter: 'streaming',
  level,
  amount: 370_639_800,
  items,
})
const environments = rows('environments', [
  { id: environmentId, name: 'Production', quantity: 247_000_000_000, amount: 370_500_000 },
  { id: idOf(2), name: null, quantity: 93_200_000, amount: 139_800 },
])
const videos = rows('objects', [
  { id: idOf(3), name: 'Round 10: the final', quantity: 200_000_000_000, amount: 300_000_000 },
  { id: idOf(4), name: 'مهرجان الحصاد', quantity: 40_000_000_000, amount: 60_000_000 },
  { id: '', name: null, quantity: 7_000_000_000, amount: 10_500_000 },
])
const perDay = rows(
  'days',
  days.map(({ day, quantity }) => ({ id: day, name: null, quantity, amount: 15_000_000 })),
)

const standard: BillingPlan = {
  id: idOf(1),
  name: 'Standard',
  currency: 'USD',
  freeEnvironments: [],
  credit: 20_000_000,
  minimum: 0,
  prices: [
    { meter: 'encoding-hd', ...minute(7500) },
    { meter: 'streaming', ...minute(90) },
  ],
  upcoming: [{ meter: 'streaming', ...minute(80), validFrom: '2027-01-01T00:00:00.000Z' }],
}
const broadcaster: BillingPlan = {
  ...standard,
  id: idOf(5),
  name: 'Broadcaster',
  freeEnvironments: ['development', 'qa'],
  prices: [
    {
      meter: 'streaming',
      ...minute(90),
      included: 6_000_000_000,
      tiers: [
        { upTo: 60_000_000_000, micros: 80 },
        { upTo: null, micros: 60 },
      ],
    },
  ],
  upcoming: [],
}

const pageOf = <T>(...items: T[]) => ({ items, pageNum: 1, pageSize: 12, totalItems: items.length })

const wallet: InstallationWallet = {
  id: organizationId,
  name: 'Deccan Television',
  currency: 'USD',
  balance: -12_400_250,
  held: 0,
  status: 'refused',
  isPrepaid: true,
  graceDays: 7,
  creditLimit: 0,
  planName: 'Standard',
  openedAt: now,
  isFaulty: true,
}
const otherWallet: InstallationWallet = {
  ...wallet,
  id: idOf(60),
  name: 'قناة الخليج',
  balance: 1_284_604_321,
  status: 'ok',
  isPrepaid: false,
  isFaulty: false,
}

export const answers: Answers = {
  ...paymentAnswers,
  getBillingAccount: account,
  getBillingPeriods: { current: period, items: [period, before] },
  getBillingUsage: usage,
  listOrganizationPlans: { items: [broadcaster, standard], currentId: standard.id },
  listBillingDocuments: pageOf(draft, creditNote, invoice, statement),
  getBillingDetails: { details },
  setBillingDetails: ({ body }) => ({ details: body }),
  getBillingDocument: wholeInvoice,
}
const administrator = { ...owner, isAdmin: true }
const transfer: Payment = {
  ...payment,
  id: idOf(70),
  reference: 'KP-7F3A1C29',
  driver: 'offline',
  state: 'processing',
  card: null,
}

/** Administration with a transfer that has not arrived, and a payment that differs from its charge. */
function administration(): Answers {
  const held = {
    ...payment,
    id: idOf(71),
    reference: 'KP-99AA0B11',
    organizationName: otherWallet.name,
    heldBecause: 'amount' as const,
    differsBecause: null,
    reported: { amount: 590_000_000, currency: 'USD', hasArrived: true },
    isReturning: false,
  }
  const arriving = { heldBecause: null, differsBecause: null, reported: null, isReturning: false }
  const differing = {
    ...held,
    id: idOf(73),
    reference: 'KP-12CD34EF',
    heldBecause: null,
    differsBecause: 'customer' as const,
    state: 'succeeded' as const,
    reported: { amount: payment.total, currency: 'USD', hasArrived: true },
  }
  let waiting: WaitingPayment[] = [
    { ...transfer, organizationName: wallet.name, ...arriving },
    held,
    differing,
  ]
  return {
    ...administrationAnswers,
    listWaitingPayments: () => pageOf(...waiting),
    acceptPayment: ({ params: { id } }) => {
      waiting = waiting.filter((each) => each.id !== id)
      return payment
    },
    returnPayment: payment,
    recordTransfer: ({ params: { id } }) => {
      waiting = waiting.filter((each) => each.id !== id)
      return { ...transfer, state: 'succeeded' }
    },
  }
}

const administrationAnswers: Answers = {
  listWallets: pageOf(wallet, otherWallet),
  listWalletDocuments: pageOf(creditNote, invoice, statement),
  quoteBillingReceipt: ({ query }) => quoteOf(Number(query.amount), 180_000),
  recordBillingReceipt: { balance: 0, invoice },
  addBillingCredit: { balance: 0 },
  creditBillingInvoice: { balance: 0, creditNote },
  setBillingTerms: { organizationId, isPrepaid: true, graceDays: 7, creditLimit: 0 },
  getBillingRevenue: {
    items: [
      {
        month: '2026-11',
        currency: 'USD',
        total: 528_473_200,
        received: 590_000_000,
        meters: [
          { meter: 'encoding-hd', amount: 157_833_400 },
          { meter: 'streaming', amount: 370_639_800 },
        ],
      },
    ],
  },
  listInstallationPlans: pageOf(
    { ...standard, organizationId: null, organizationName: null, subscribers: 14 },
    {
      ...broadcaster,
      minimum: 500_000_000,
      organizationId,
      organizationName: 'Deccan Television',
      subscribers: 1,
    },
  ),
  addMeterPrice: standard,
  createBillingPlan: standard,
  getBillingSeller: {
    seller,
    taxRates: [
      {
        id: idOf(70),
        country: 'IN',
        region: 'Telangana',
        name: 'GST',
        ratePpm: 180_000,
        validFrom: '2026-01-01T00:00:00.000Z',
      },
    ],
  },
  setBillingSeller: { seller, taxRates: [] },
  addTaxRate: { seller, taxRates: [] },
  getBillingProof: {
    checkedAt: now,
    accounts: 15,
    faults: [`${organizationId}: the balance of wallet is not that of its entries`],
    heldRecords: 3,
  },
}
const path = '/settings/billing'
const meter = `${path}?meter=streaming`
const inEnvironment = `${meter}&environment=${environmentId}`

export const billing: States = {
  wallet: { path, answers },
  untouched: {
    path,
    answers: { ...answers, getBillingAccount: untouched, getBillingUsage: nothing },
  },
  empty: {
    path,
    answers: {
      ...answers,
      getBillingAccount: {
        ...account,
        balance: -250,
        status: 'empty',
        graceEndsAt: '2026-11-27T10:00:00.000Z',
        lastsUntil: null,
      },
    },
  },
  refused: {
    path,
    answers: { ...answers, getBillingAccount: { ...account, balance: -12_400_250, status: 'refused' } },
  },
  'below zero': {
    path,
    answers: { ...answers, getBillingAccount: { ...untouched, balance: -380, spentPerDay: 380 } },
  },
  environments: { path: meter, answers: { ...answers, getMeterUsage: environments } },
  videos: { path: inEnvironment, answers: { ...answers, getMeterUsage: videos } },
  days: { path: `${inEnvironment}&object=${idOf(3)}`, answers: { ...answers, getMeterUsage: perDay } },
  plans: { path: `${path}/plan`, answers },
  loading: { path, answers: { ...answers, getBillingAccount: pending, getBillingUsage: pending } },
  'does not load': {
    path,
    answers: {
      ...answers,
      getBillingAccount: problem('unavailable'),
      getBillingUsage: problem('unavailable'),
    },
  },
  invoices: { path: `${path}/invoices`, answers },
  'invoices of nobody': {
    path: `${path}/invoices`,
    answers: {
      ...answers,
      listBillingDocuments: pageOf<BillingDocument>(),
      getBillingDetails: { details: null },
    },
  },
  'invoices that take time': {
    path: `${path}/invoices`,
    answers: { ...answers, listBillingDocuments: pending, getBillingDetails: pending },
  },
  'invoices that do not load': {
    path: `${path}/invoices`,
    answers: {
      ...answers,
      listBillingDocuments: problem('unavailable'),
      getBillingDetails: problem('unavailable'),
    },
  },
  'invoices for a viewer': {
    path: `${path}/invoices`,
    user: viewer,
    answers: { listAdministrators: { items: [] } },
  },
  invoice: { path: `${path}/invoices/${invoice.id}`, answers },
  'a credit note': {
    path: `${path}/invoices/${creditNote.id}`,
    answers: { ...answers, getBillingDocument: wholeCreditNote },
  },
  'a statement': {
    path: `${path}/invoices/${statement.id}`,
    answers: { ...answers, getBillingDocument: wholeStatement, getMeterUsage: environments },
  },
  'a draft': {
    path: `${path}/invoices/${draft.id}`,
    answers: { ...answers, getBillingDocument: wholeDraft },
  },
  'an invoice of others': {
    path: `${path}/invoices/${idOf(59)}`,
    answers: { ...answers, getBillingDocument: problem('not-found') },
  },
  ...Object.fromEntries(
    (['wallets', 'payments', 'revenue', 'plans', 'seller', 'proof'] as const).map((part) => [
      `administration of ${part}`,
      { path: `/administration/billing?part=${part}`, user: administrator, answers: administration },
    ]),
  ),
  'administration without billing': {
    path: '/administration',
    user: {
      ...personWith(usedRights.filter((right) => !right.startsWith('Settings.Billing.'))),
      isAdmin: true,
    },
    answers: { listUsers: { items: [], pageNum: 1, pageSize: 12, totalItems: 0 } },
  },
  'administration before the seller is known': {
    path: '/administration/billing?part=seller',
    user: administrator,
    answers: { ...administrationAnswers, getBillingSeller: { seller: null, taxRates: [] } },
  },
  'administration of nothing': {
    path: '/administration/billing',
    user: administrator,
    answers: { ...administrationAnswers, listWallets: pageOf<InstallationWallet>() },
  },
  'for a viewer': { path, user: viewer, answers: { listAdministrators: { items: [] } } },
}
