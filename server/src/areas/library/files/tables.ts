import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/**
 * Files to remove, which no other row names. A row stays until its files are gone, even if the storage fails for long.
 */
export const removals = pgTable(
  'removals',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    /** A storage key, or a prefix of keys. */
    prefix: text('prefix').notNull(),
    /** Set for the output of an attempt: its files stay while a rendition uses it. */
    outputId: uuid('output_id'),
    /** An unfinished multipart upload. */
    multipartKey: text('multipart_key'),
    multipartId: text('multipart_id'),
    /** Next attempt. */
    dueAt: moment('due_at').notNull(),
  },
  (table) => [index('removals_due').on(table.dueAt)],
)
