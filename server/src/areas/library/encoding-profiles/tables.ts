import type { VideoCodec } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import type { ProfileSettings } from '../contents/content-facts.ts'
import { contents, type NewRendition } from '../contents/tables.ts'

/** An environment's own profiles. The built-in one is no row: it is what the product does by itself. */
export const encodingProfiles = pgTable(
  'encoding_profiles',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    name: text('name').notNull(),
    settings: jsonb('settings').notNull().$type<ProfileSettings>(),
    /** Of its watermark's file; null where it has none. */
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

/** A rendition with something to play. */
export interface RenditionFacts {
  readonly outputId: string
  readonly name: string
  readonly type: 'video' | 'audio'
  readonly codec: VideoCodec | 'aac'
  /** The source itself, repackaged. */
  readonly isOriginal: boolean
  readonly codecs: string
  readonly width: number
  readonly height: number
  readonly frameRate: number
  readonly channels: number
  /** All of it is there; else it grows. */
  readonly ended: boolean
}

/** Renditions that others took the place of when a video was encoded again. Who watches them goes on until their time is over. */
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
 * Renditions of a video that is being encoded again: nobody sees them until all are there. A row stands before its files
 * do, so that they are known whatever happens next.
 */
export const stagedRenditions = pgTable(
  'staged_renditions',
  {
    outputId: uuid('output_id').primaryKey(),
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    /** What will be its row among the renditions. */
    rendition: jsonb('rendition').notNull().$type<NewRendition>(),
  },
  (table) => [index('staged_renditions_content').on(table.contentId)],
)
