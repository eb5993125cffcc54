import { portraitModes } from '@kinora/contract'
import type { Box, Point } from '@kinora/media'
import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { portraits } from '../portraits/tables.ts'

/** A time in milliseconds, and the middle of the window as a share of the frame. */
export type KeyframeRow = readonly [timeMs: number, middle: number]

/** How a shot is shown. */
export interface ShotMove {
  readonly mode: (typeof portraitModes)[number]
  readonly keyframes: readonly KeyframeRow[]
  readonly halves: readonly [Point, Point] | null
  /** The place of text that is shown in full. Missing in suggestions that are older than it. */
  readonly text?: Box | null
}

/** Shots of portraits, in order. */
export const portraitShots = pgTable(
  'portrait_shots',
  {
    environmentId: uuid('environment_id').notNull(),
    portraitId: uuid('portrait_id')
      .notNull()
      .references(() => portraits.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    startMs: integer('start_ms').notNull(),
    endMs: integer('end_ms').notNull(),
    mode: text('mode', { enum: portraitModes }).notNull(),
    keyframes: jsonb('keyframes').notNull().$type<readonly KeyframeRow[]>(),
    halves: jsonb('halves').$type<readonly [Point, Point]>(),
    text: jsonb('text').$type<Box>(),
    /** The suggestion of the search. */
    suggested: jsonb('suggested').notNull().$type<ShotMove>(),
    /** A person changed it. */
    isEdited: boolean('is_edited').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.portraitId, table.number] })],
)
export type ShotRow = typeof portraitShots.$inferSelect
