import { analysisQualities, analysisStatuses, analysisParts as parts } from '@kinora/contract'
import { doublePrecision, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** Parts of a video that were analyzed or will be. */
export const analysisParts = pgTable(
  'analysis_parts',
  {
    environmentId: uuid('environment_id').notNull(),
    contentId: uuid('content_id').notNull(),
    part: text('part', { enum: parts }).notNull(),
    /** The request that it belongs to. A worker of an earlier one stops. */
    runId: uuid('run_id').notNull(),
    /** The source file that is analyzed; null for the first one. */
    sourceId: uuid('source_id'),
    status: text('status', { enum: analysisStatuses }).notNull(),
    progress: doublePrecision('progress').notNull(),
    reason: text('reason'),
    engine: text('engine'),
    engineVersion: text('engine_version'),
    quality: text('quality', { enum: analysisQualities }),
    /** The language that was asked for, or the one that was found. */
    language: text('language'),
    /** The moment at which a part goes on after an interruption. */
    doneMs: integer('done_ms').notNull().default(0),
    requestedAt: moment('requested_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.contentId, table.part] }),
    index('analysis_parts_environment').on(table.environmentId, table.contentId),
  ],
)
export type PartRow = typeof analysisParts.$inferSelect
