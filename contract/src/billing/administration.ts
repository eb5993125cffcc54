import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { meterIds } from '../vocabularies.ts'
import { base, micros } from './base.ts'
import { billingDocument } from './invoices.ts'
import { billingPlan } from './plans.ts'
import { revenueMonths, walletStatuses } from './values.ts'

const wallet = z.object({
  /** The ID of the organization. */
  id: uuid,
  name: z.string(),
  currency: z.string(),
  balance: micros,
  held: micros,
  status: z.enum(walletStatuses),
  isPrepaid: z.boolean(),
  graceDays: z.number(),
  creditLimit: micros,
  planName: z.string(),
  openedAt: time,
  /** The books do not add up: nothing is charged until they do. */
  isFaulty: z.boolean(),
})
export type InstallationWallet = z.infer<typeof wallet>

const revenue = z.object({
  /** Months of the calendar in UTC, such as 2026-11, newest first. */
  items: z.array(
    z.object({
      month: z.string(),
      currency: z.string(),
      total: micros,
      /** Money that was received, less what was returned. */
      received: micros,
      meters: z.array(z.object({ meter: z.enum(meterIds), amount: micros })),
    }),
  ),
})
export type BillingRevenue = z.infer<typeof revenue>

const installationPlan = z.object({
  ...billingPlan.shape,
  /** The only organization that can choose it. */
  organizationId: z.nullable(uuid),
  organizationName: z.nullable(z.string()),
  /** Organizations that have it now. */
  subscribers: z.number(),
})
export type InstallationPlan = z.infer<typeof installationPlan>

export const billingAdministrationFeature = defineFeature({
  calls: {
    listWallets: call({
      method: 'GET',
      path: `${base}/wallets`,
      summary: 'List the wallets of all organizations with balance and standing, lowest balance first.',
      caller: 'admin',
      query: z.object({ ...pageQuery, phrase: z.optional(z.string().check(z.maxLength(200))) }),
      answer: page(wallet),
      kind: 'json',
      status: 200,
    }),
    listWalletDocuments: call({
      method: 'GET',
      path: `${base}/wallets/:id/invoices`,
      summary:
        'List the invoices, credit notes and statements of an organization, newest first, for an administrator.',
      caller: 'admin',
      params: idParams,
      query: z.object(pageQuery),
      answer: page(billingDocument),
      kind: 'json',
      status: 200,
    }),
    getBillingRevenue: call({
      method: 'GET',
      path: `${base}/revenue`,
      summary: 'Get what was charged by month and meter, and what was received, of all organizations.',
      caller: 'admin',
      query: z.object({ months: z._default(z.int().check(z.minimum(1), z.maximum(revenueMonths)), 6) }),
      answer: revenue,
      kind: 'json',
      status: 200,
    }),
    listInstallationPlans: call({
      method: 'GET',
      path: `${base}/all_plans`,
      summary: 'List all plans with their prices, also those of one organization and those without prices.',
      caller: 'admin',
      query: z.object(pageQuery),
      answer: page(installationPlan),
      kind: 'json',
      status: 200,
    }),
  },
})
