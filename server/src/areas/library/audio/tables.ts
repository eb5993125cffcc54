import { audioRoles, audioTrackStatuses } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, real, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import { contents } from '../contents/tables.ts'

/** What is said of a video's sound. The sound itself is a rendition, which another takes the place of now and then. */
export const audioTracks = pgTable(
  'audio_tracks',
  {
    id: uuid('id').primaryKey(),
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    environmentId: uuid('environment_id').notNull(),
    /** Its rendition's: `audio-0` for the first of the video's own file, `track-` and the id for one that was added. */
    renditionName: text('rendition_name').notNull(),
    isAdded: boolean('is_added').notNull(),
    /** Place in lists and playlists: those of the file as they lie there, then those that were added. */
    position: integer('position').notNull(),
    /** Null where the file names none, and nobody has since. */
    name: text('name'),
    /** As the file or a person says it. */
    languageCode: text('language_code'),
    role: text('role', { enum: audioRoles }).notNull(),
    isDefault: boolean('is_default').notNull(),
    status: text('status', { enum: audioTrackStatuses }).notNull(),
    progress: real('progress').notNull().default(0),
    errorId: text('error_id'),
    /** Of what was added. */
    fileName: text('file_name'),
    sourceUrl: text('source_url'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('audio_tracks_rendition').on(table.contentId, table.renditionName),
    uniqueIndex('audio_tracks_default').on(table.contentId).where(sql`${table.isDefault}`),
  ],
)
