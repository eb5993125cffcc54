import { annotationReasons } from '@kinora/contract'
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** What charts over time mark, from events, which are not kept as long as figures. */
export const chartAnnotations = pgTable(
  'chart_annotations',
  {
    environmentId: uuid('environment_id').notNull(),
    /** The video or the live stream. */
    objectId: uuid('object_id').notNull(),
    category: text('category', { enum: ['video', 'live'] }).notNull(),
    reason: text('reason', { enum: annotationReasons }).notNull(),
    at: moment('at').notNull(),
    /** When a lost signal was back. Null for the rest, and while it is away. */
    until: moment('until'),
  },
  (table) => [
    primaryKey({ columns: [table.objectId, table.at, table.reason] }),
    index('chart_annotations_newest').on(table.environmentId, table.at.desc().nullsFirst(), table.objectId),
    index('chart_annotations_at').on(table.at),
  ],
)
