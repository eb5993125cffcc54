import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import { liveStreams } from '../streams/tables.ts'

/** Sessions of streams: from the first connection of a publisher until the stream ends, including reconnects. */
export const liveSessions = pgTable(
  'live_sessions',
  {
    id: uuid('id').primaryKey(),
    streamId: uuid('stream_id')
      .notNull()
      .references(() => liveStreams.id, { onDelete: 'cascade' }),
    environmentId: uuid('environment_id').notNull(),
    /** The live node that has the session. */
    nodeId: uuid('node_id').notNull(),
    /** Time from which another node may continue the session. */
    leaseUntil: moment('lease_until').notNull(),
    /** Wall-clock time of time 0 in the segments. */
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
    /** Output IDs by rendition name. They are part of URLs, so they stay when another node continues the session. */
    outputs: jsonb('outputs').notNull().default({}).$type<Readonly<Record<string, string>>>(),
    /** A media sequence number above all published ones. */
    nextMsn: integer('next_msn').notNull().default(0),
    /** Target duration of the playlists in seconds, which never changes. */
    targetS: integer('target_s').notNull().default(2),
    /** The time until which it was recorded for billing. Null for none of it yet. */
    meteredUntil: moment('metered_until'),
    /** Whether the test signal is published, which is not metered. Null before the first publisher. */
    isTest: boolean('is_test'),
  },
  (table) => [
    uniqueIndex('live_sessions_open').on(table.streamId).where(sql`${table.endedAt} IS NULL`),
    index('live_sessions_stream').on(table.streamId, table.startedAt.desc().nullsFirst()),
    index('live_sessions_lease').on(table.leaseUntil).where(sql`${table.endedAt} IS NULL`),
  ],
)

export type SessionRow = typeof liveSessions.$inferSelect

/** Recordings with their sessions. Rows are kept when the stream is deleted. */
export const liveRecordings = pgTable(
  'live_recordings',
  {
    /** The content in the library. */
    contentId: uuid('content_id').primaryKey(),
    sessionId: uuid('session_id').notNull(),
    streamId: uuid('stream_id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    /** Time 0 of the recording. */
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
    /** Part of a session, for planned recordings. The stream itself is not recorded. */
    planned: boolean('planned').notNull().default(false),
  },
  (table) => [
    uniqueIndex('live_recordings_growing').on(table.sessionId).where(sql`${table.endedAt} IS NULL`),
    index('live_recordings_session').on(table.sessionId),
    index('live_recordings_stream').on(table.streamId, table.startedAt.desc().nullsFirst()),
  ],
)
