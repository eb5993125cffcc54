import * as z from 'zod/mini'
import { call } from '../call.ts'
import { name, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { environmentTypes } from '../identity/index.ts'
import { meterIds } from '../vocabularies.ts'
import { base, mayRead, mayUpdate, micros, organizationParams, quantity } from './base.ts'
import { tierModes } from './values.ts'

const tier = z.object({
  /** The last unit of the tier. Null for the last tier. */
  upTo: z.nullable(quantity),
  /** Price of `per` units. */
  micros,
})

export const meterPrice = z.object({
  meter: z.enum(meterIds),
  mode: z.enum(tierModes),
  /** The number of units, in the unit of the meter, that the prices are for: 60,000 for a minute of media. */
  per: quantity,
  /** Units in a period without a charge. */
  included: quantity,
  tiers: z.array(tier),
  validFrom: time,
})
export type MeterPrice = z.infer<typeof meterPrice>

export const billingPlan = z.object({
  id: uuid,
  name: z.string(),
  currency: z.string(),
  /** Types of environments whose usage is free. */
  freeEnvironments: z.array(z.enum(environmentTypes)),
  /** Credit for adding payment details. */
  credit: micros,
  /** The least that a period costs. A part of a period has its share. */
  minimum: micros,
  /** The prices at present. Meters without a price are free. */
  prices: z.array(meterPrice),
  /** Prices that are valid later. */
  upcoming: z.array(meterPrice),
})
export type BillingPlan = z.infer<typeof billingPlan>

const plans = z.object({ items: z.array(billingPlan) })

const subscription = z.object({
  planId: uuid,
  planName: z.string(),
  startsAt: time,
  endsAt: z.nullable(time),
})
export type BillingSubscription = z.infer<typeof subscription>

const positive = z.int().check(z.minimum(1))

const enteredTiers = z
  .array(
    z.object({
      upTo: z.nullable(positive),
      micros: z.int().check(z.minimum(0), z.maximum(1e12)),
    }),
  )
  .check(
    z.minLength(1),
    z.maxLength(20),
    // Ascending, and only the last without an end.
    z.refine((tiers) =>
      tiers.every(({ upTo }, n) =>
        n === tiers.length - 1 ? upTo === null : upTo !== null && upTo > (tiers[n - 1]?.upTo ?? 0),
      ),
    ),
  )

/** Micros for a unit of a meter, so that amounts of any usage fit into 64 bits. */
const MAX_MICROS_PER_UNIT = 100_000

export const meterPriceBody = z
  .object({
    meter: z.enum(meterIds),
    mode: z._default(z.enum(tierModes), 'graduated'),
    per: positive,
    included: z._default(z.int().check(z.minimum(0)), 0),
    tiers: enteredTiers,
    /** The next full minute or later, because what was charged does not change. */
    validFrom: z.optional(time),
  })
  .check(z.refine(({ per, tiers }) => tiers.every(({ micros }) => micros <= per * MAX_MICROS_PER_UNIT)))

export const billingPlanBody = z.object({
  name,
  /** The only organization that can choose the plan. All can without one. */
  organizationId: z.optional(uuid),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  freeEnvironments: z._default(z.array(z.enum(environmentTypes)).check(z.maxLength(4)), []),
  credit: z._default(z.int().check(z.minimum(0), z.maximum(1e12)), 0),
  minimum: z._default(z.int().check(z.minimum(0), z.maximum(1e12)), 0),
})

const planCalls = {
  listBillingPlans: call({
    method: 'GET',
    path: `${base}/plans`,
    summary: 'List the plans that all organizations can choose, with their prices.',
    caller: 'user',
    answer: plans,
    kind: 'json',
    status: 200,
  }),
  listBillingPackages: call({
    method: 'GET',
    path: '/api/billing/packages',
    summary: 'List the plans that all organizations can choose, with their prices.',
    caller: 'user',
    answer: plans,
    kind: 'json',
    status: 200,
  }),
  getBillingPackagesOfUser: call({
    method: 'GET',
    path: '/api/billing/user',
    summary: 'List the plans of the organizations whose billing the caller may read.',
    caller: 'user',
    answer: z.object({
      items: z.array(z.object({ organizationId: uuid, planId: uuid, planName: z.string() })),
    }),
    kind: 'json',
    status: 200,
  }),
  listOrganizationPlans: call({
    method: 'GET',
    path: `${base}/:id/plans`,
    summary: 'List the plans that an organization can choose, and its current one.',
    caller: 'organization',
    right: mayRead,
    params: organizationParams,
    answer: z.object({ items: z.array(billingPlan), currentId: uuid }),
    kind: 'json',
    status: 200,
  }),
  listBillingSubscriptions: call({
    method: 'GET',
    path: `${base}/:id/subscriptions`,
    summary: 'List the plans that an organization has had, newest first. The current one has no end.',
    caller: 'organization',
    right: mayRead,
    params: organizationParams,
    answer: z.object({ items: z.array(subscription) }),
    kind: 'json',
    status: 200,
  }),
  changeBillingPlan: call({
    method: 'PUT',
    path: `${base}/:id/subscriptions`,
    summary:
      'Change the plan of an organization from now on. What was used before keeps its prices, and tiers and included units continue from what was used in the period.',
    caller: 'organization',
    right: mayUpdate,
    isPersonal: true,
    params: organizationParams,
    body: z.object({ planId: uuid }),
    answer: z.object({ items: z.array(subscription) }),
    kind: 'json',
    status: 200,
    problems: ['plan-currency'],
  }),
  createBillingPlan: call({
    method: 'POST',
    path: `${base}/plans`,
    summary: 'Create a plan without prices. It is offered as soon as it has one.',
    caller: 'admin',
    isSensitive: true,
    body: billingPlanBody,
    answer: billingPlan,
    kind: 'json',
    status: 201,
    problems: ['name-taken'],
  }),
  addMeterPrice: call({
    method: 'POST',
    path: `${base}/plans/:id/prices`,
    summary:
      'Add a version of the price of a meter to a plan. Prices are never changed, only followed by others.',
    caller: 'admin',
    isSensitive: true,
    params: z.object({ id: uuid }),
    body: meterPriceBody,
    answer: billingPlan,
    kind: 'json',
    status: 201,
    problems: ['price-in-past'],
  }),
}

export const billingPlanFeature = defineFeature({
  calls: planCalls,
  problems: {
    'plan-currency': { status: 409, title: 'A wallet keeps its currency. Choose a plan in this currency.' },
    'price-in-past': { status: 409, title: 'A price is valid from now on or later' },
  },
  auditActions: ['billing.plan.changed', 'billing.plan.created', 'billing.price.added'],
})
