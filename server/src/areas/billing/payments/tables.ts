import type {
  BillingAddress,
  CardFace,
  PaymentDriverKind,
  PaymentOrigin,
  PaymentReason,
  PaymentState,
  RechargeStop,
} from '@kinora/contract'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import type { StoredTax } from '../invoices/content.ts'
import type { Charge } from '../processors/payment-driver.ts'
import { billingWallets } from '../tables.ts'

/** Money in micros. */
const micros = (name: string) => bigint(name, { mode: 'bigint' })

/** A charge as the processor reported it, with its amount as text. */
export type ReportedCharge = Pick<Charge, 'currency' | 'customerId' | 'state'> & { readonly amount: string }

export const billingPayments = pgTable(
  'billing_payments',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => billingWallets.organizationId),
    reference: text('reference').notNull().unique(),
    /** The amount that the wallet gets. */
    amount: micros('amount').notNull(),
    /** Paid in addition to the amount, with the taxes that it is the sum of. */
    tax: micros('tax').notNull().default(sql`0`),
    taxes: jsonb('taxes').notNull().default([]).$type<readonly StoredTax[]>(),
    currency: text('currency').notNull(),
    driver: text('driver').notNull().$type<PaymentDriverKind>(),
    /** The processor's ID of it. Null until the processor has answered. */
    chargeId: text('charge_id'),
    customerId: text('customer_id'),
    methodId: text('method_id'),
    card: jsonb('card').$type<CardFace>(),
    origin: text('origin').notNull().$type<PaymentOrigin>(),
    state: text('state').notNull().$type<PaymentState>(),
    reason: text('reason').$type<PaymentReason>(),
    /** The field that differs from the report of the processor. Nothing is booked then. */
    heldBecause: text('held_because', { enum: ['amount', 'currency', 'customer'] }),
    /** The field in which the report of the processor differs from a booked payment. What is booked stays. */
    differsBecause: text('differs_because', { enum: ['amount', 'currency', 'customer'] }),
    /** The report of the processor that differed. */
    reported: jsonb('reported').$type<ReportedCharge>(),
    /** How an administrator resolved a payment that was held. */
    resolution: text('resolution', { enum: ['accepted', 'returning', 'returned'] }),
    resolvedBy: uuid('resolved_by'),
    resolvedAt: moment('resolved_at'),
    /** Refunded or disputed, as far as it is booked, with its taxes. */
    takenBack: micros('taken_back').notNull().default(sql`0`),
    /** The part of it that was refunded, and the part for which credit notes are issued. */
    refunded: micros('refunded').notNull().default(sql`0`),
    credited: micros('credited').notNull().default(sql`0`),
    /** Number of the bookings of that. */
    takenBackTimes: integer('taken_back_times').notNull().default(0),
    createdBy: uuid('created_by'),
    createdAt: moment('created_at').notNull(),
    /** When the processor was last asked. */
    checkedAt: moment('checked_at').notNull(),
    /** When its money was added to the wallet. */
    bookedAt: moment('booked_at'),
  },
  (table) => [
    uniqueIndex('billing_payments_charge').on(table.driver, table.chargeId),
    index('billing_payments_organization').on(table.organizationId, table.createdAt),
    index('billing_payments_open')
      .on(table.checkedAt)
      .where(sql`${table.state} IN ('processing', 'needs_action')`),
    index('billing_payments_uncredited').on(table.id).where(sql`${table.refunded} > ${table.credited}`),
    index('billing_payments_held').on(table.createdAt).where(sql`${table.heldBecause} IS NOT NULL`),
    index('billing_payments_differing').on(table.createdAt).where(sql`${table.differsBecause} IS NOT NULL`),
    index('billing_payments_booked').on(table.checkedAt).where(sql`${table.bookedAt} IS NOT NULL`),
    uniqueIndex('billing_payments_open_recharge')
      .on(table.organizationId)
      .where(sql`${table.origin} = 'recharge' AND ${table.state} IN ('processing', 'needs_action')`),
  ],
)
export type PaymentRow = typeof billingPayments.$inferSelect

/** How organizations pay. There is no card number in it. */
export const billingPaymentDetails = pgTable('billing_payment_details', {
  organizationId: uuid('organization_id')
    .primaryKey()
    .references(() => billingWallets.organizationId),
  driver: text('driver').notNull().$type<PaymentDriverKind>(),
  /** The customer at the processor, which stays when the card is removed. */
  customerId: text('customer_id'),
  methodId: text('method_id'),
  card: jsonb('card').$type<CardFace>(),
  address: jsonb('address').$type<BillingAddress>(),
  consentAt: moment('consent_at'),
  consentBy: uuid('consent_by'),
  savedAt: moment('saved_at').notNull(),
})
export type DetailsRow = typeof billingPaymentDetails.$inferSelect

/** Orders to add money without a person. */
export const billingRecharges = pgTable(
  'billing_recharges',
  {
    organizationId: uuid('organization_id')
      .primaryKey()
      .references(() => billingWallets.organizationId),
    isOn: boolean('is_on').notNull(),
    threshold: micros('threshold').notNull(),
    amount: micros('amount').notNull(),
    monthlyCap: micros('monthly_cap').notNull(),
    /** The balance was at or above the threshold since the last attempt. */
    isArmed: boolean('is_armed').notNull().default(false),
    declined: integer('declined').notNull().default(0),
    lastAttemptAt: moment('last_attempt_at'),
    consentAt: moment('consent_at'),
    consentBy: uuid('consent_by'),
    stoppedBecause: text('stopped_because').$type<RechargeStop>(),
    /** The message that people have to be emailed. */
    notice: text('notice', { enum: ['action', 'stopped'] }),
  },
  (table) => [
    index('billing_recharges_on').on(table.organizationId).where(sql`${table.isOn}`),
    index('billing_recharges_notice').on(table.organizationId).where(sql`${table.notice} IS NOT NULL`),
  ],
)
export type RechargeRow = typeof billingRecharges.$inferSelect

/** Events that a processor sent, each once. */
export const billingPaymentEvents = pgTable(
  'billing_payment_events',
  {
    driver: text('driver').notNull().$type<PaymentDriverKind>(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    chargeId: text('charge_id'),
    receivedAt: moment('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.driver, table.eventId] }),
    index('billing_payment_events_received_at').on(table.receivedAt),
  ],
)
