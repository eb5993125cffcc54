import { engineIds, engineTestReasons } from '@kinora/contract'
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** The last test of each engine that somebody of an environment asked for. */
export const engineTests = pgTable(
  'engine_tests',
  {
    environmentId: uuid('environment_id').notNull(),
    engine: text('engine', { enum: engineIds }).notNull(),
    /** The request that it belongs to. A worker of an earlier one changes nothing. */
    testId: uuid('test_id').notNull(),
    status: text('status', { enum: ['waiting', 'running', 'works', 'failed'] }).notNull(),
    reason: text('reason', { enum: engineTestReasons }),
    detail: text('detail'),
    version: text('version'),
    tookMs: integer('took_ms'),
    requestedBy: text('requested_by').notNull(),
    requestedAt: moment('requested_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.environmentId, table.engine] })],
)
export type EngineTestRow = typeof engineTests.$inferSelect
