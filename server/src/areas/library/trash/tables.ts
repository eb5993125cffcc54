import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** Events of videos that were moved to the trash or restored with their folder; a job publishes them in batches. */
export const pendingTrashEvents = pgTable(
  'pending_trash_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    environmentId: uuid('environment_id').notNull(),
    contentId: uuid('content_id').notNull(),
    type: text('type', { enum: ['video.asset.trashed', 'video.asset.restored'] }).notNull(),
  },
  (table) => [index('pending_trash_events_next').on(table.environmentId, table.id)],
)
