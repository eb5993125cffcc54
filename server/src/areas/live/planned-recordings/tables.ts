import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import { liveStreams } from '../streams/tables.ts'

/** Plans to record a live stream from one time to another. */
export const plannedRecordings = pgTable(
  'live_planned_recordings',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    streamId: uuid('stream_id')
      .notNull()
      .references(() => liveStreams.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The name, folded for search. */
    searchText: text('search_text').notNull(),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    /** The videos of the result. Null until it has ended. */
    videoIds: uuid('video_ids').array(),
    addedBy: text('added_by').notNull(),
    addedById: uuid('added_by_id').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('live_planned_recordings_latest').on(
      table.environmentId,
      table.startsAt.desc().nullsFirst(),
      table.id,
    ),
    index('live_planned_recordings_open').on(table.endsAt).where(sql`${table.videoIds} IS NULL`),
    index('live_planned_recordings_stream')
      .on(table.streamId, table.startsAt)
      .where(sql`${table.videoIds} IS NULL`),
  ],
)

export type PlannedRow = typeof plannedRecordings.$inferSelect
