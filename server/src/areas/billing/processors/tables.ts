import type { TestOutcome } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** Charges of the test processor, which moves no money. */
export const billingTestCharges = pgTable('billing_test_charges', {
  id: text('id').primaryKey(),
  paymentId: uuid('payment_id').notNull(),
  customerId: text('customer_id').notNull(),
  /** Amount in the smallest unit of the currency. */
  amount: bigint('amount', { mode: 'bigint' }).notNull(),
  currency: text('currency').notNull(),
  outcome: text('outcome').notNull().$type<TestOutcome>(),
  state: text('state', {
    enum: ['unconfirmed', 'processing', 'needs_action', 'succeeded', 'failed', 'canceled'],
  }).notNull(),
  /** The refunded amount in the smallest unit of the currency. */
  refunded: bigint('refunded', { mode: 'bigint' }).notNull().default(sql`0`),
  createdAt: moment('created_at').notNull(),
})
