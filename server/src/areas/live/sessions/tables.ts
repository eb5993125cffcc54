import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import { liveStreams } from '../streams/tables.ts'

/** From a publisher's first connection until the stream has ended; short drops are inside. */
export const liveSessions = pgTable(
  'live_sessions',
  {
    id: uuid('id').primaryKey(),
    streamId: uuid('stream_id')
      .notNull()
      .references(() => liveStreams.id, { onDelete: 'cascade' }),
    environmentId: uuid('environment_id').notNull(),
    /** The live node that has it. */
    nodeId: uuid('node_id').notNull(),
    /** After this, another node may continue the session. */
    leaseUntil: moment('lease_until').notNull(),
    /** Time 0 of its segments. */
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
    /** Output IDs by name of the rendition: they are part of URLs, so they stay when another node continues. */
    outputs: jsonb('outputs').notNull().default({}).$type<Readonly<Record<string, string>>>(),
    /** A media sequence number that is higher than all that were published. */
    nextMsn: integer('next_msn').notNull().default(0),
  },
  (table) => [
    uniqueIndex('live_sessions_open').on(table.streamId).where(sql`${table.endedAt} IS NULL`),
    index('live_sessions_stream').on(table.streamId, table.startedAt.desc().nullsFirst()),
    index('live_sessions_lease').on(table.leaseUntil).where(sql`${table.endedAt} IS NULL`),
  ],
)

export type SessionRow = typeof liveSessions.$inferSelect
