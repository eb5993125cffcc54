import { index, integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { contents } from '../contents/tables.ts'

/** Duration in seconds and size in bytes of each segment, in order. `init` is set if the segment does not continue the
 * one before: the number of its init segment. The first segment has init 0. `startedMs` is set for the first segment of
 * a recording, and after each break: its program date-time, epoch ms. */
export type SegmentList = [durationS: number, sizeBytes: number, init?: number | null, startedMs?: number][]

/**
 * Segments of renditions, including staged and retired ones. Rows are only inserted, one for the segments that were
 * recorded together, so that recording costs the same at any length. They are deleted with the output's files.
 */
export const renditionSegments = pgTable(
  'rendition_segments',
  {
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    outputId: uuid('output_id').notNull(),
    /** Number of the row's first segment. */
    first: integer('first').notNull(),
    segments: jsonb('segments').notNull().$type<SegmentList>(),
  },
  (table) => [
    primaryKey({ columns: [table.outputId, table.first] }),
    index('rendition_segments_content').on(table.contentId),
  ],
)
