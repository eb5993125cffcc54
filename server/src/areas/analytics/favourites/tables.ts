import { type Dimension, dimensions, rangePresets } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import { jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** Filters of the analytics screen that a person saved under a name. Null for settings that they do not change. */
export const favouriteFilters = pgTable(
  'favourite_filters',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    userId: uuid('user_id').notNull(),
    name: text('name').notNull(),
    filters: jsonb('filters').notNull().$type<Partial<Record<Dimension, string[] | undefined>>>(),
    splitBy: text('split_by', { enum: dimensions }),
    groupBy: text('group_by', { enum: dimensions }),
    range: text('range', { enum: rangePresets }),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('favourite_filters_name').on(table.environmentId, table.userId, sql`lower(${table.name})`),
  ],
)
