import * as z from 'zod/mini'
import { call } from '../call.ts'
import { time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, enteredMicros, mayRead, mayUpdate, micros, organizationParams } from './base.ts'
import { walletStatuses } from './values.ts'

export const billingPeriod = z.object({ startsAt: time, endsAt: time })
export type BillingPeriod = z.infer<typeof billingPeriod>

export const billingAccount = z.object({
  organizationId: uuid,
  /** ISO 4217. */
  currency: z.string(),
  /** The time zone of periods and days. */
  timezone: z.string(),
  balance: micros,
  /** Reserved for work that runs. */
  held: micros,
  status: z.enum(walletStatuses),
  /** Without money, new uploads and streams are refused after the grace period. Otherwise the balance is for information. */
  isPrepaid: z.boolean(),
  /** Null unless the wallet is empty and prepaid. */
  graceEndsAt: z.nullable(time),
  /** Most that may be spent in a period. Null without a cap. */
  spendCap: z.nullable(micros),
  plan: z.object({ id: uuid, name: z.string() }),
  period: billingPeriod,
  /** Charged in the period. */
  spent: micros,
  /** The average of the last days. */
  spentPerDay: micros,
  /** Expected cost of the whole period, at this pace. */
  forecast: micros,
  /** When the balance is used up at this pace. Null if nothing is spent or nothing is left, or in over a year. */
  lastsUntil: z.nullable(time),
  /** The last days, oldest first. */
  days: z.array(
    z.object({
      /** A date, such as 2026-11-20. */
      day: z.string(),
      /** At the end of the day. */
      balance: micros,
      spent: micros,
      /** Money and credit that were added. */
      added: micros,
    }),
  ),
})
export type BillingAccount = z.infer<typeof billingAccount>

export const spendCapBody = z.object({ amount: z.nullable(enteredMicros) })

export const billingTermsBody = z.object({
  isPrepaid: z.boolean(),
  /** Days after the wallet became empty in which work goes on. */
  graceDays: z.int().check(z.minimum(0), z.maximum(365)),
  /** How far below zero the balance may go before the wallet counts as empty. */
  creditLimit: z.int().check(z.minimum(0), z.maximum(1e15)),
})

export const billingTerms = z.object({ ...billingTermsBody.shape, organizationId: uuid })

export const billingCreditBody = z.object({
  amount: enteredMicros,
  reason: z.string().check(z.minLength(3), z.maxLength(200)),
})

const accountCalls = {
  getBillingAccount: call({
    method: 'GET',
    path: `${base}/:id/account`,
    summary: 'Get the wallet of an organization, what it spends, and how long the balance lasts.',
    caller: 'organization',
    right: mayRead,
    params: organizationParams,
    answer: billingAccount,
    kind: 'json',
    status: 200,
  }),
  getBillingPeriods: call({
    method: 'GET',
    path: `${base}/:id/billing_period`,
    summary: 'Get the current billing period of an organization and those before it, newest first.',
    caller: 'organization',
    right: mayRead,
    params: organizationParams,
    answer: z.object({ current: billingPeriod, items: z.array(billingPeriod) }),
    kind: 'json',
    status: 200,
  }),
  getLocalBillingPeriod: call({
    method: 'GET',
    path: '/api/billing/period',
    summary: 'Get the current billing period of an organization.',
    caller: 'organization',
    tenantIn: 'query',
    right: mayRead,
    query: z.object({ organizationId: uuid }),
    answer: billingPeriod,
    kind: 'json',
    status: 200,
  }),
  setSpendCap: call({
    method: 'PUT',
    path: `${base}/:id/spend_cap`,
    summary:
      'Set the most that an organization may spend in a billing period, or null for no cap. Above it new uploads and streams are refused; what runs goes on.',
    caller: 'organization',
    right: mayUpdate,
    isPersonal: true,
    params: organizationParams,
    body: spendCapBody,
    answer: billingAccount,
    kind: 'json',
    status: 200,
  }),
  getBillingTerms: call({
    method: 'GET',
    path: `${base}/:id/terms`,
    summary: 'Get whether work of an organization needs money in its wallet.',
    caller: 'admin',
    params: organizationParams,
    answer: billingTerms,
    kind: 'json',
    status: 200,
  }),
  setBillingTerms: call({
    method: 'PUT',
    path: `${base}/:id/terms`,
    summary:
      'Set whether work of an organization needs money in its wallet. What runs is never cut off, and what was used is always charged.',
    caller: 'admin',
    isSensitive: true,
    params: organizationParams,
    body: billingTermsBody,
    answer: billingTerms,
    kind: 'json',
    status: 200,
  }),
  addBillingCredit: call({
    method: 'POST',
    path: `${base}/:id/credits`,
    summary: 'Give an organization credit.',
    caller: 'admin',
    isSensitive: true,
    params: organizationParams,
    body: billingCreditBody,
    answer: z.object({ balance: micros }),
    kind: 'json',
    status: 201,
  }),
}

export const billingAccountFeature = defineFeature({
  calls: accountCalls,
  auditActions: ['billing.spend_cap.changed', 'billing.terms.changed', 'billing.credit.added'],
})
