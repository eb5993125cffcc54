import { bigint, index, pgTable, uuid } from 'drizzle-orm/pg-core'

/** Sizes of finished renditions, as differences to be summed. Triggers insert a row in the transaction of the change. */
export const renditionBytes = pgTable(
  'rendition_bytes',
  {
    environmentId: uuid('environment_id').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (table) => [index('rendition_bytes_environment').on(table.environmentId)],
)
