import { subtitleFormats } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import { contents } from '../contents/tables.ts'

export const subtitles = pgTable(
  'subtitles',
  {
    id: uuid('id').primaryKey(),
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    environmentId: uuid('environment_id').notNull(),
    /** Index of the source's text track that it was extracted from. */
    sourceIndex: integer('source_index'),
    /** The source file; null for the first one. */
    sourceId: uuid('source_id'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('subtitles_content').on(table.contentId, table.id),
    uniqueIndex('subtitles_source').on(
      table.contentId,
      table.sourceIndex,
      sql`coalesce(${table.sourceId}, ${table.contentId})`,
    ),
  ],
)

/**
 * The published version and the draft of a subtitle. Cues are stored in the database because they are small, and
 * publishing is then one transaction.
 */
export const subtitleVersions = pgTable(
  'subtitle_versions',
  {
    /** Part of URLs that are cached forever: a published version never changes, and a new one replaces it. */
    id: uuid('id').primaryKey(),
    subtitleId: uuid('subtitle_id')
      .notNull()
      .references(() => subtitles.id, { onDelete: 'cascade' }),
    state: text('state', { enum: ['draft', 'published'] }).notNull(),
    name: text('name').notNull(),
    languageCode: text('language_code').notNull(),
    closedCaptions: boolean('closed_captions').notNull(),
    format: text('format', { enum: subtitleFormats }).notNull(),
    /** JSON, which only workers parse. */
    cues: text('cues').notNull(),
    styles: text('styles').array().notNull(),
    regions: text('regions').array().notNull(),
    cueCount: integer('cue_count').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [uniqueIndex('subtitle_versions_state').on(table.subtitleId, table.state)],
)
