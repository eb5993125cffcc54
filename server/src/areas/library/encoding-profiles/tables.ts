import type { VideoCodec } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import type { ProfileSettings } from '../contents/content-facts.ts'
import { contents, type NewRendition } from '../contents/tables.ts'

/** An environment's own profiles. The built-in profile has no row. */
export const encodingProfiles = pgTable(
  'encoding_profiles',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    name: text('name').notNull(),
    settings: jsonb('settings').notNull().$type<ProfileSettings>(),
    /** Id of the watermark's file; null without a watermark. */
    watermarkId: text('watermark_id'),
    isDefault: boolean('is_default').notNull().default(false),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('encoding_profiles_name').on(table.environmentId, sql`lower(${table.name})`),
    uniqueIndex('encoding_profiles_default').on(table.environmentId).where(sql`${table.isDefault}`),
  ],
)

/** A rendition that can be played. */
export interface RenditionFacts {
  readonly outputId: string
  readonly name: string
  readonly type: 'video' | 'audio'
  readonly codec: VideoCodec | 'aac'
  /** The repackaged source. */
  readonly isOriginal: boolean
  readonly codecs: string
  readonly width: number
  readonly height: number
  readonly frameRate: number
  readonly channels: number
  /** Sample rate of audio in Hz. */
  readonly sampleRate: number
  /** False while segments are still added. */
  readonly ended: boolean
}

/** Renditions that a re-encoding has replaced. Viewers who already play them can continue until they expire. */
export const retiredRenditions = pgTable(
  'retired_renditions',
  {
    outputId: uuid('output_id').primaryKey(),
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    rendition: jsonb('rendition').notNull().$type<RenditionFacts>(),
    until: moment('until').notNull(),
  },
  (table) => [
    index('retired_renditions_content').on(table.contentId),
    index('retired_renditions_until').on(table.until),
  ],
)

/**
 * Renditions of a running re-encoding, which viewers do not see. A row is inserted before its files are written, so
 * that a crash leaves no unknown files.
 */
export const stagedRenditions = pgTable(
  'staged_renditions',
  {
    outputId: uuid('output_id').primaryKey(),
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    /** The row that will be inserted into the renditions. */
    rendition: jsonb('rendition').notNull().$type<NewRendition>(),
  },
  (table) => [index('staged_renditions_content').on(table.contentId)],
)
