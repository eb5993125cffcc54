import { type ViewSearch, viewLists } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** Named filters and sort orders of lists. A private view is visible only to its creator. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    list: text('list', { enum: viewLists }).notNull(),
    name: text('name').notNull(),
    search: jsonb('search').notNull().$type<ViewSearch>(),
    isShared: boolean('is_shared').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('saved_views_name').on(
      table.environmentId,
      table.list,
      table.createdBy,
      sql`lower(${table.name})`,
    ),
    index('saved_views_shared').on(table.environmentId, table.list).where(sql`${table.isShared}`),
  ],
)
