import { type PlaybackRestrictions, playbackPolicies } from '@kinora/contract'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import { contents } from '../contents/tables.ts'

/** Further playback ids of a video. Its own id is a column of its row. */
export const playbackIds = pgTable(
  'playback_ids',
  {
    id: text('id').primaryKey(),
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    environmentId: uuid('environment_id').notNull(),
    name: text('name').notNull(),
    policy: text('policy', { enum: playbackPolicies }).notNull(),
    restrictions: jsonb('restrictions').notNull().$type<PlaybackRestrictions>(),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('playback_ids_content').on(table.contentId, table.createdAt)],
)
