import { thumbnailKinds, thumbnailOrigins } from '@kinora/contract'
import { doublePrecision, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import { contents } from '../contents/tables.ts'

/** Stills and GIFs that users store for a video. Each row has one file in storage. */
export const thumbnails = pgTable(
  'thumbnails',
  {
    id: uuid('id').primaryKey(),
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    environmentId: uuid('environment_id').notNull(),
    kind: text('kind', { enum: thumbnailKinds }).notNull(),
    origin: text('origin', { enum: thumbnailOrigins }).notNull(),
    format: text('format', { enum: ['jpg', 'gif'] }).notNull(),
    /** Source file that it was captured from; null for the first, and for uploads. */
    sourceId: uuid('source_id'),
    /** Time of a still, or start of a GIF; null for uploads. */
    startS: doublePrecision('start_s'),
    /** End of a GIF. */
    endS: doublePrecision('end_s'),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    /** Original name of an upload. */
    fileName: text('file_name'),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('thumbnails_content').on(table.contentId, table.id)],
)
