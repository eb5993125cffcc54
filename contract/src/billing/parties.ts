import * as z from 'zod/mini'
import { call } from '../call.ts'
import { name, oneLine, requiredOr, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { email, languages } from '../identity/index.ts'
import { messages } from '../messages.gen.ts'
import { base, mayRead, mayUpdate, micros, organizationParams } from './base.ts'
import { paymentMax } from './values.ts'

/** A line that may be empty. */
const line = z.string().check(z.maxLength(200), oneLine)
const code = z.string().check(z.maxLength(30), z.regex(/^[\p{L}\d ./-]*$/u, messages.characters))

/** A name with an address, as on invoices. */
const partyFields = {
  name,
  address1: name,
  address2: line,
  city: name,
  state: line,
  /** ISO 3166-1, such as IN. */
  country: z.string(requiredOr(messages.required)).check(z.regex(/^[A-Z]{2}$/, messages.required)),
  zip: code,
  /** Such as a VAT number or GSTIN. */
  taxId: code,
}

export const billingParty = z.object({ ...partyFields, email: z.string() })
export type BillingParty = z.infer<typeof billingParty>

export const billingDetailsBody = z.object({
  ...partyFields,
  /** Receives invoices and statements. */
  email,
  /** The language of invoices, statements and their emails. */
  language: z.enum(languages),
})
export type BillingDetails = z.infer<typeof billingDetailsBody>

export const sellerBody = z.object({
  ...partyFields,
  email,
  /** Begins the numbers of invoices. */
  seriesPrefix: z
    .string(requiredOr(messages.required))
    .check(z.minLength(1), z.regex(/^[A-Z\d]{1,10}$/, messages.characters)),
  /** Buyers abroad with a tax ID owe the tax themselves. */
  isReverseCharge: z.boolean(),
  /** Shown on invoices. */
  bankDetails: z.string().check(z.maxLength(500)),
})
export type BillingSeller = z.infer<typeof sellerBody>

export const taxRateBody = z.object({
  country: partyFields.country,
  /** A state of the country. Empty for all. */
  region: line,
  name,
  /** Millionths: 180,000 for 18%. 0 ends a tax. */
  ratePpm: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  /** Now or later, because taxes that were charged do not change. */
  validFrom: z.optional(time),
})

const taxRate = z.object({
  ...taxRateBody.shape,
  id: uuid,
  validFrom: time,
})
export type BillingTaxRate = z.infer<typeof taxRate>

const sellerView = z.object({
  /** Null until an administrator has entered who sends invoices. Then there are only drafts. */
  seller: z.nullable(sellerBody),
  /** Current and later rates. */
  taxRates: z.array(taxRate),
})
export type BillingSellerView = z.infer<typeof sellerView>

export const billingTax = z.object({
  name: z.string(),
  ratePpm: z.number(),
  /** The amount that is taxed. */
  net: micros,
  tax: micros,
  /** The buyer owes the tax. */
  isReverseCharge: z.boolean(),
})
export type BillingTax = z.infer<typeof billingTax>

/** The sum with taxes that has to be paid so that the wallet gets an amount. */
export const billingQuote = z.object({
  /** The amount that the wallet gets. */
  amount: micros,
  currency: z.string(),
  /** Taxes in addition to the amount. */
  taxes: z.array(billingTax),
  /** The sum with taxes, which is paid. */
  total: micros,
})
export type BillingQuote = z.infer<typeof billingQuote>

export const quoteQuery = z.object({
  amount: z.int().check(z.minimum(1), z.maximum(paymentMax)),
})

const partyCalls = {
  getBillingDetails: call({
    method: 'GET',
    path: `${base}/:id/billing_details`,
    summary: 'Get the billing address of an organization. Null if none was entered.',
    caller: 'organization',
    right: mayRead,
    params: organizationParams,
    answer: z.object({ details: z.nullable(billingDetailsBody) }),
    kind: 'json',
    status: 200,
  }),
  setBillingDetails: call({
    method: 'PUT',
    path: `${base}/:id/billing_details`,
    summary:
      'Set the billing address of an organization. Later invoices show it; those that exist do not change.',
    caller: 'organization',
    right: mayUpdate,
    isPersonal: true,
    params: organizationParams,
    body: billingDetailsBody,
    answer: z.object({ details: billingDetailsBody }),
    kind: 'json',
    status: 200,
  }),
  getBillingSeller: call({
    method: 'GET',
    path: `${base}/seller`,
    summary: 'Get the legal entity that sends invoices, and the rates of its taxes.',
    caller: 'admin',
    answer: sellerView,
    kind: 'json',
    status: 200,
  }),
  setBillingSeller: call({
    method: 'PUT',
    path: `${base}/seller`,
    summary: 'Set the legal entity that sends invoices. Invoices that exist do not change.',
    caller: 'admin',
    isSensitive: true,
    body: sellerBody,
    answer: sellerView,
    kind: 'json',
    status: 200,
  }),
  addTaxRate: call({
    method: 'POST',
    path: `${base}/seller/tax_rates`,
    summary:
      'Add a version of the rate of a tax in a country or a region. Rates are never changed, only followed by others.',
    caller: 'admin',
    isSensitive: true,
    body: taxRateBody,
    answer: sellerView,
    kind: 'json',
    status: 201,
    problems: ['rate-in-past'],
  }),
}

export const billingPartyFeature = defineFeature({
  calls: partyCalls,
  problems: {
    'rate-in-past': { status: 409, title: 'A rate is valid from now on or later' },
  },
  auditActions: ['billing.details.changed', 'billing.seller.changed', 'billing.tax_rate.added'],
})
