import { boolean, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** Keys with which encoders publish to the RTMP port of a live node for another area, which passes the stream on. */
export const liveRelayKeys = pgTable(
  'live_relay_keys',
  {
    /** The object of the other area. */
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    /** SHA-256 in hexadecimal. Keys are random, so a fast hash is safe. */
    keyHash: text('key_hash').notNull(),
    keyEncrypted: text('key_encrypted').notNull(),
    /** Whether an encoder may publish. */
    enabled: boolean('enabled').notNull(),
    /** Address of the node that has its encoder, for other processes. */
    nodeUrl: text('node_url'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('live_relay_keys_hash').on(table.keyHash)],
)
export type RelayKeyRow = typeof liveRelayKeys.$inferSelect
