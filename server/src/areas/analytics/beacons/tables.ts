import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from '../../../platform/database/tables.ts'

/** Events that are not in a batch yet: gzipped lines of JSON. They are of many environments; each names its own. */
export const viewEventSegments = pgTable('view_event_segments', {
  id: uuid('id').primaryKey(),
  events: integer('events').notNull(),
  data: bytea('data').notNull(),
  createdAt: moment('created_at').notNull(),
})

/** Rows that are to be inserted into the warehouse: gzipped lines of JSON. */
export const viewEventBatches = pgTable('view_event_batches', {
  id: uuid('id').primaryKey(),
  views: bytea('views').notNull(),
  events: bytea('events').notNull(),
  createdAt: moment('created_at').notNull(),
})

/** The process that makes batches. */
export const viewEventSealers = pgTable('view_event_sealers', {
  name: text('name').primaryKey(),
  owner: uuid('owner').notNull(),
  validUntil: moment('valid_until').notNull(),
})
