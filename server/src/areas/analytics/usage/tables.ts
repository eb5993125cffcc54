import { pgTable } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** Hours for which stored usage was counted. */
export const storedUseHours = pgTable('stored_use_hours', {
  hour: moment('hour').primaryKey(),
})
