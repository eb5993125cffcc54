import { audioRoles, audioTrackStatuses } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, real, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import type { StoredAddress } from '../../../platform/net/stored-address.ts'
import { contents } from '../contents/tables.ts'

/** Metadata of audio tracks. The audio itself is a rendition, which is exchanged when the video is re-encoded. */
export const audioTracks = pgTable(
  'audio_tracks',
  {
    id: uuid('id').primaryKey(),
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    environmentId: uuid('environment_id').notNull(),
    /** Name of its rendition: `audio-0` for the first track of the source file, `track-<id>` for an added track. A track
     * of the source file that cannot be decoded has none, and is named `lost-<index of its stream>`. */
    renditionName: text('rendition_name').notNull(),
    isAdded: boolean('is_added').notNull(),
    /** Order in lists and playlists: tracks of the source file in its order, then added tracks. */
    position: integer('position').notNull(),
    /** Null if neither the file nor a user has named it. */
    name: text('name'),
    /** Language code from the file or a user. */
    languageCode: text('language_code'),
    role: text('role', { enum: audioRoles }).notNull(),
    isDefault: boolean('is_default').notNull(),
    status: text('status', { enum: audioTrackStatuses }).notNull(),
    progress: real('progress').notNull().default(0),
    errorId: text('error_id'),
    /** Only for added tracks. */
    fileName: text('file_name'),
    sourceUrl: text('source_url').$type<StoredAddress>(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('audio_tracks_rendition').on(table.contentId, table.renditionName),
    uniqueIndex('audio_tracks_default').on(table.contentId).where(sql`${table.isDefault}`),
  ],
)
