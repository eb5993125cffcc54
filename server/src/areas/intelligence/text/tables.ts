import { textLanguages } from '@kinora/contract'
import { doublePrecision, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

/** A place in a picture, as shares of its width and height. */
export interface PictureBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Lines of text in the pictures of videos: in one picture of each shot. */
export const pictureTexts = pgTable(
  'picture_texts',
  {
    environmentId: uuid('environment_id').notNull(),
    contentId: uuid('content_id').notNull(),
    /** The time of the picture. */
    atMs: integer('at_ms').notNull(),
    /** From top to bottom. */
    number: integer('number').notNull(),
    /** Times of the shot. */
    startMs: integer('start_ms').notNull(),
    endMs: integer('end_ms').notNull(),
    text: text('text').notNull(),
    language: text('language', { enum: textLanguages }).notNull(),
    confidence: doublePrecision('confidence').notNull(),
    box: jsonb('box').notNull().$type<PictureBox>(),
  },
  (table) => [primaryKey({ columns: [table.contentId, table.atMs, table.number] })],
)
export type PictureTextRow = typeof pictureTexts.$inferSelect
