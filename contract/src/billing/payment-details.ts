import * as z from 'zod/mini'
import { call } from '../call.ts'
import { name, oneLine, requiredOr, time } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { base, mayRead, mayUpdate, micros, organizationParams } from './base.ts'
import { cardFace } from './payments.ts'
import { isCardNumber, paymentDrivers, paymentMax, rechargeStops, testCards } from './values.ts'

/** A line that may be empty. */
const line = z._default(z.string().check(z.maxLength(200), oneLine), '')

export const billingAddress = z.object({
  address1: name,
  address2: line,
  city: name,
  state: line,
  country: z.string(requiredOr(messages.required)).check(z.regex(/^[A-Z]{2}$/, messages.required)),
  zip: line,
  email: z.email(requiredOr(messages.email)).check(z.maxLength(254)),
})
export type BillingAddress = z.infer<typeof billingAddress>

const digitsOf = (text: string) => text.replaceAll(' ', '')
const isDigits = z.regex(/^[\d ]+$/, messages.onlyNumbers)
const required = z.minLength(1, messages.required)

/** A test card. Numbers of real cards are refused, so that nobody enters one by mistake. */
const testCard = z.object({
  cardNumber: z.string().check(
    required,
    isDigits,
    z.refine((text) => isCardNumber(digitsOf(text)), messages.cardNumber),
    z.refine((text) => digitsOf(text) in testCards, messages.testCard),
  ),
  /** MM/YY. */
  cardExpiry: z.string().check(required, z.regex(/^(0[1-9]|1[0-2])\s*\/\s*\d{2}$/, messages.cardExpiry)),
  cvv: z.string().check(required, isDigits, z.regex(/^\d{3,4}$/, messages.onlyNumbers)),
})

export const paymentDetailsBody = z.object({
  ...billingAddress.shape,
  /** The payer agrees that the card is kept and charged for what they or the auto-recharge they turned on add. Needed with a card. */
  hasConsent: z.boolean(),
  /** With the test processor. */
  card: z.optional(testCard),
  /** With Stripe: what Stripe.js confirmed. */
  setupId: z.optional(z.string().check(z.regex(/^\w{1,200}$/))),
})
export type PaymentDetailsBody = z.infer<typeof paymentDetailsBody>

export const paymentDetails = z.object({
  driver: z.enum(paymentDrivers),
  currency: z.string(),
  /** For Stripe.js. */
  publishableKey: z.nullable(z.string()),
  /** How to pay by bank transfer. */
  instructions: z.nullable(z.string()),
  card: z.nullable(cardFace),
  address: z.nullable(billingAddress),
  /** Credit for adding a card. Zero if the organization has had it. */
  reward: micros,
})
export type PaymentDetails = z.infer<typeof paymentDetails>

const entered = z.int(requiredOr(messages.onlyNumbers)).check(z.minimum(10_000), z.maximum(paymentMax))

export const autoRechargeBody = z.object({
  isOn: z.boolean(),
  /** A payment starts when the balance falls below it. */
  threshold: entered,
  /** Added by one payment, at least. */
  amount: entered,
  /** Most that payments without a person add in a billing period. */
  monthlyCap: entered,
  /** The payer agrees to payments without a person. Needed to turn it on. */
  hasConsent: z.boolean(),
})

export const autoRecharge = z.object({
  isOn: z.boolean(),
  threshold: micros,
  amount: micros,
  monthlyCap: micros,
  /** Added in the current billing period. */
  addedInPeriod: micros,
  consentAt: z.nullable(time),
  /** Declined attempts since the last success. */
  declined: z.int(),
  /** Why it was turned off without a person. */
  stoppedBecause: z.nullable(z.enum(rechargeStops)),
})
export type AutoRecharge = z.infer<typeof autoRecharge>

const detailsCalls = {
  getPaymentDetails: call({
    method: 'GET',
    path: `${base}/:id/payment/details`,
    summary:
      'Get how an organization pays: its card, its billing address, and how the installation takes money.',
    caller: 'organization',
    right: mayRead,
    params: organizationParams,
    answer: paymentDetails,
    kind: 'json',
    status: 200,
  }),
  beginCardSetup: call({
    method: 'POST',
    path: `${base}/:id/payment/setup`,
    summary: 'Begin to save a card with Stripe. Stripe.js sends the card to Stripe and confirms the setup.',
    caller: 'organization',
    right: mayUpdate,
    isSensitive: true,
    params: organizationParams,
    answer: z.object({ clientSecret: z.string() }),
    kind: 'json',
    status: 201,
    problems: ['card-refused', 'payment-processor-unavailable'],
  }),
  savePaymentDetails: call({
    method: 'PUT',
    path: `${base}/:id/payment/details`,
    summary:
      'Save the billing address of an organization and, with `card` or `setupId`, its card. Without them the card stays. The first card earns the credit of the plan.',
    caller: 'organization',
    right: mayUpdate,
    isSensitive: true,
    params: organizationParams,
    body: paymentDetailsBody,
    answer: z.object({ details: paymentDetails, rewarded: micros }),
    kind: 'json',
    status: 200,
    problems: ['card-refused', 'payment-processor-unavailable'],
  }),
  removePaymentDetails: call({
    method: 'DELETE',
    path: `${base}/:id/payment/details`,
    summary:
      'Remove the card of an organization. This turns auto-recharge off. Its billing address stays for invoices.',
    caller: 'organization',
    right: mayUpdate,
    isPersonal: true,
    params: organizationParams,
    kind: 'empty',
    status: 204,
  }),
  getAutoRecharge: call({
    method: 'GET',
    path: `${base}/:id/account/autoReload`,
    summary: 'Get when the wallet of an organization is recharged without a person.',
    caller: 'organization',
    right: mayRead,
    params: organizationParams,
    answer: autoRecharge,
    kind: 'json',
    status: 200,
  }),
  setAutoRecharge: call({
    method: 'POST',
    path: `${base}/:id/account/autoReload`,
    summary:
      'Turn auto-recharge on or off. One payment closes the whole gap to the threshold, at most one an hour, up to the monthly cap.',
    caller: 'organization',
    right: mayUpdate,
    isPersonal: true,
    params: organizationParams,
    body: autoRechargeBody,
    answer: autoRecharge,
    kind: 'json',
    status: 200,
    problems: ['payment-details-missing', 'recharge-too-small', 'amount-not-payable'],
  }),
}

export const billingDetailsFeature = defineFeature({
  calls: detailsCalls,
  problems: {
    'card-refused': { status: 409, title: 'The card was not accepted' },
    'recharge-too-small': {
      status: 409,
      title: 'The amount is not between threshold and cap',
    },
  },
  messages: {
    onlyNumbers: 'Please enter only numbers',
    cardNumber: 'Enter a valid card number',
    testCard: 'Use a test number such as 4242 4242 4242 4242',
    cardExpiry: 'Enter MM/YY, such as 08/29',
  },
  auditActions: [
    'billing.payment_details.saved',
    'billing.payment_details.removed',
    'billing.recharge.changed',
    'billing.recharge.stopped',
  ],
})
