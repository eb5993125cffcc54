import type { BillingAccount, BillingPlan, BillingUsage, MeterUsageRows } from '@kinora/contract'
import { paymentAnswers } from './payment-samples'
import { environmentId, idOf, now, organizationId, viewer } from './people'
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

export const answers: Answers = {
  ...paymentAnswers,
  getBillingAccount: account,
  getBillingPeriods: { current: period, items: [period, before] },
  getBillingUsage: usage,
  listOrganizationPlans: { items: [broadcaster, standard], currentId: standard.id },
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
  'for a viewer': { path, user: viewer, answers: { listAdministrators: { items: [] } } },
}
