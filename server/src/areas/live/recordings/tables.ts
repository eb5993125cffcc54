import { index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

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
  },
  (table) => [
    uniqueIndex('live_recordings_session').on(table.sessionId),
    index('live_recordings_stream').on(table.streamId, table.startedAt.desc().nullsFirst()),
  ],
)
