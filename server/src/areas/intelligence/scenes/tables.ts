import { SKETCH_SIGNS } from '@kinora/media'
import { sql } from 'drizzle-orm'
import { bit, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { bytea } from '../../../platform/database/tables.ts'

/** Shots of a video, in order. Consecutive shots of one scene have its ID. */
export const analysisShots = pgTable(
  'analysis_shots',
  {
    environmentId: uuid('environment_id').notNull(),
    contentId: uuid('content_id').notNull(),
    number: integer('number').notNull(),
    sceneId: uuid('scene_id').notNull(),
    startMs: integer('start_ms').notNull(),
    endMs: integer('end_ms').notNull(),
    /** The time of the calmest picture. */
    restMs: integer('rest_ms').notNull(),
    /** The sketch of that picture, and its signs. Null if no picture was found. */
    sketch: bytea('sketch'),
    signs: bit('signs', { dimensions: SKETCH_SIGNS }),
    /** Version of the sketches; 0 before there is one. */
    sketchVersion: integer('sketch_version').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.contentId, table.number] }),
    index('analysis_shots_scene').on(table.sceneId, table.number),
    index('analysis_shots_signs')
      .on(table.environmentId, table.contentId, table.number, table.signs)
      .where(sql`${table.signs} IS NOT NULL`),
    index('analysis_shots_unsketched')
      .on(table.sketchVersion, table.contentId)
      .where(sql`${table.number} = 0`),
  ],
)
export type ShotRow = typeof analysisShots.$inferSelect
