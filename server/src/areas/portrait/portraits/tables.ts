import { portraitShapes, portraitStatuses } from '@kinora/contract'
import { boolean, doublePrecision, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** Videos in another shape. */
export const portraits = pgTable(
  'portraits',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    name: text('name').notNull(),
    /** The name, folded for search. */
    searchText: text('search_text').notNull(),
    shape: text('shape', { enum: portraitShapes }).notNull(),
    captions: boolean('captions').notNull().default(false),
    /** The original. */
    sourceId: uuid('source_id').notNull(),
    /** The file of the original in which people were searched; null for the first one. */
    sourceFileId: uuid('source_file_id'),
    /** The video of the result, which exists after the first render. */
    resultId: uuid('result_id').notNull(),
    hasResult: boolean('has_result').notNull().default(false),
    status: text('status', { enum: portraitStatuses }).notNull(),
    /** Progress of the current step. */
    progress: doublePrecision('progress').notNull().default(0),
    reason: text('reason'),
    /** The request that is worked on. A worker of an earlier one stops. */
    runId: uuid('run_id').notNull(),
    /** Size of the original. Null until it was read. */
    width: integer('width'),
    height: integer('height'),
    durationMs: integer('duration_ms'),
    /** Counts the changes of the path. */
    pathVersion: integer('path_version').notNull().default(0),
    renderedVersion: integer('rendered_version'),
    renderedCaptions: boolean('rendered_captions').notNull().default(false),
    /** Names of the stored pieces of the last render. */
    pieces: jsonb('pieces').notNull().default([]).$type<string[]>(),
    addedBy: text('added_by').notNull(),
    addedById: uuid('added_by_id'),
    createdAt: moment('created_at').notNull(),
    renderedAt: moment('rendered_at'),
  },
  (table) => [
    index('portraits_newest').on(table.environmentId, table.createdAt.desc().nullsFirst(), table.id),
    index('portraits_source').on(table.sourceId),
    index('portraits_result').on(table.resultId),
  ],
)
export type PortraitRow = typeof portraits.$inferSelect

/** Identifies a portrait. */
export type PortraitRef = Pick<PortraitRow, 'id' | 'environmentId'>
