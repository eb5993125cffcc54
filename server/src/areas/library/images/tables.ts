import { thumbnailKinds, thumbnailOrigins } from '@kinora/contract'
import { doublePrecision, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import { contents } from '../contents/tables.ts'

/** Pictures that people keep of a video: stills and GIFs. Each row has one file in the storage. */
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
    /** Which file of the video it was taken out of; null for the first, and for what was uploaded. */
    sourceId: uuid('source_id'),
    /** When a still is shown, or a GIF begins; null for what was uploaded. */
    startS: doublePrecision('start_s'),
    /** When a GIF ends. */
    endS: doublePrecision('end_s'),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    /** Of what was uploaded, as it was called. */
    fileName: text('file_name'),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('thumbnails_content').on(table.contentId, table.id)],
)
