import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Charges of all organizations by day in UTC, added up when a day is over. */
export const billingRevenueDays = pgTable(
  'billing_revenue_days',
  {
    day: date('day').notNull(),
    currency: text('currency').notNull(),
    meter: text('meter').notNull(),
    amount: bigint('amount', { mode: 'bigint' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.currency, table.meter] })],
)
