import { sql } from 'drizzle-orm'
import { boolean, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** Companies with their own campaigns. */
export const advertisers = pgTable(
  'advertisers',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    /** Role of its people. It may be deleted if nobody had it. */
    roleId: uuid('role_id').notNull(),
    name: text('name').notNull(),
    contactEmail: text('contact_email').notNull(),
    note: text('note').notNull(),
    enabled: boolean('enabled').notNull(),
    /** Name and contact, folded for search. */
    searchText: text('search_text').notNull(),
    addedBy: text('added_by').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('advertisers_name').on(table.environmentId, sql`lower(${table.name})`)],
)
