import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { PictureBox } from '../text/tables.ts'

/** Objects in the pictures of videos: in one picture of each shot. */
export const pictureObjects = pgTable(
  'picture_objects',
  {
    environmentId: uuid('environment_id').notNull(),
    contentId: uuid('content_id').notNull(),
    atMs: integer('at_ms').notNull(),
    number: integer('number').notNull(),
    startMs: integer('start_ms').notNull(),
    endMs: integer('end_ms').notNull(),
    label: text('label').notNull(),
    confidence: doublePrecision('confidence').notNull(),
    box: jsonb('box').notNull().$type<PictureBox>(),
  },
  (table) => [
    primaryKey({ columns: [table.contentId, table.atMs, table.number] }),
    index('picture_objects_labels').on(table.environmentId, table.label, table.contentId),
  ],
)
