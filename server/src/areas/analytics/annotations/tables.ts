import { annotationReasons } from '@kinora/contract'
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** Marks of charts over time. They are copied from events, because events are deleted earlier than metrics. */
export const chartAnnotations = pgTable(
  'chart_annotations',
  {
    environmentId: uuid('environment_id').notNull(),
    /** The video or the live stream. */
    objectId: uuid('object_id').notNull(),
    category: text('category', { enum: ['video', 'live'] }).notNull(),
    reason: text('reason', { enum: annotationReasons }).notNull(),
    at: moment('at').notNull(),
    /** When a lost signal returned. Null while it is lost, and for other reasons. */
    until: moment('until'),
  },
  (table) => [
    primaryKey({ columns: [table.objectId, table.at, table.reason] }),
    index('chart_annotations_newest').on(table.environmentId, table.at.desc().nullsFirst(), table.objectId),
    index('chart_annotations_at').on(table.at),
  ],
)
