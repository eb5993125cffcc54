import { customPlaybackStatuses } from '@kinora/contract'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import { liveStreams } from '../streams/tables.ts'

/** Additional playback IDs of a stream, each for one partner. */
export const customPlaybacks = pgTable(
  'custom_playbacks',
  {
    id: uuid('id').primaryKey(),
    streamId: uuid('stream_id')
      .notNull()
      .references(() => liveStreams.id, { onDelete: 'cascade' }),
    environmentId: uuid('environment_id').notNull(),
    name: text('name').notNull(),
    partner: text('partner'),
    genre: text('genre'),
    language: text('language'),
    category: text('category'),
    status: text('status', { enum: customPlaybackStatuses }).notNull(),
    playbackId: text('playback_id').notNull(),
    /** Name and labels, folded for search. */
    searchText: text('search_text').notNull(),
    addedBy: text('added_by').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('custom_playbacks_playback').on(table.playbackId),
    index('custom_playbacks_stream').on(table.streamId, table.createdAt.desc().nullsFirst(), table.id),
  ],
)
