import { pgTable } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** Hours in which was counted what is stored. */
export const storedUseHours = pgTable('stored_use_hours', {
  hour: moment('hour').primaryKey(),
})
