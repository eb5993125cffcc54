import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../platform/database/tables.ts'

/** Processes of the installation with their last report. A row is deleted when its process stops in order, or after an
 * hour without a report. */
export const infraProcesses = pgTable(
  'infra_processes',
  {
    id: uuid('id').primaryKey(),
    /** Host name. */
    machine: text('machine').notNull(),
    pid: integer('pid').notNull(),
    /** The configured port; 0 if it is a free one. */
    port: integer('port').notNull(),
    roles: jsonb('roles').notNull().$type<string[]>(),
    figures: jsonb('figures').notNull().$type<Readonly<Record<string, number>>>(),
    startedAt: moment('started_at').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [index('infra_processes_seen').on(table.seenAt)],
)
export type ProcessRow = typeof infraProcesses.$inferSelect

/** Figures of a machine. Null if they are not known. */
export interface MachineSample {
  readonly diskFree: number | null
  readonly diskSize: number | null
  readonly memoryUsed: number | null
  readonly load: number | null
}

/** One row a minute, kept for a day. The first of each hour is kept for a week, for the forecast. */
export const infraSamples = pgTable('infra_samples', {
  at: moment('at').primaryKey(),
  isHourly: boolean('is_hourly').notNull(),
  figures: jsonb('figures').notNull().$type<Readonly<Record<string, number>>>(),
  /** Machines by name. */
  machines: jsonb('machines').notNull().$type<Readonly<Record<string, MachineSample>>>(),
})
