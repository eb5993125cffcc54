import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from '../../../platform/database/tables.ts'

/** Events that are not in a batch yet, as gzipped JSON lines. A segment has events of many environments; each event names
 * its own. */
export const viewEventSegments = pgTable('view_event_segments', {
  id: uuid('id').primaryKey(),
  events: integer('events').notNull(),
  data: bytea('data').notNull(),
  createdAt: moment('created_at').notNull(),
})

/** Batches of rows that wait to be inserted into the warehouse. */
export const viewEventBatches = pgTable('view_event_batches', {
  id: uuid('id').primaryKey(),
  createdAt: moment('created_at').notNull(),
})

/** Rows of a batch for one table of the warehouse, as gzipped JSON lines. */
export const viewEventBatchRows = pgTable(
  'view_event_batch_rows',
  {
    batchId: uuid('batch_id')
      .notNull()
      .references(() => viewEventBatches.id, { onDelete: 'cascade' }),
    target: text('target').notNull(),
    rows: bytea('rows').notNull(),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.target] })],
)

/** The lease of the process that makes batches. */
export const viewEventSealers = pgTable('view_event_sealers', {
  name: text('name').primaryKey(),
  owner: uuid('owner').notNull(),
  validUntil: moment('valid_until').notNull(),
})
