import { integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** The last counts of responses that a process stored. */
export const deliveryFlushes = pgTable('delivery_flushes', {
  processId: uuid('process_id').primaryKey(),
  number: integer('number').notNull(),
  storedAt: moment('stored_at').notNull(),
})
