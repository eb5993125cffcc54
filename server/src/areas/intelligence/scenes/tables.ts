import { index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'

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
  },
  (table) => [
    primaryKey({ columns: [table.contentId, table.number] }),
    index('analysis_shots_scene').on(table.sceneId, table.number),
  ],
)
export type ShotRow = typeof analysisShots.$inferSelect
