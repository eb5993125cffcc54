import { exportFaults, exportStates, figureFormats } from '@kinora/contract'
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { VideoFilter } from '../../../platform/auth.ts'
import { moment } from '../../../platform/database/tables.ts'
import type { ViewScope } from '../metrics/view-scope.ts'

/** The views of an export. */
interface AskedViews {
  readonly from: string
  /** At most the time when the export was created. */
  readonly to: string
  readonly timezone: string
  readonly filters: ViewScope['filters']
}

/** Exports of views. A job writes the file of each. */
export const viewExports = pgTable(
  'view_exports',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    format: text('format', { enum: figureFormats }).notNull(),
    asked: jsonb('asked').notNull().$type<AskedViews>(),
    /** Filter of the creator's role when the export was created. Null without a filter. */
    roleFilter: jsonb('role_filter').$type<VideoFilter>(),
    status: text('status', { enum: exportStates }).notNull(),
    rowsTotal: integer('rows_total').notNull(),
    rowsDone: integer('rows_done').notNull().default(0),
    bytes: bigint('bytes', { mode: 'number' }),
    problem: text('problem', { enum: exportFaults }),
    createdBy: text('created_by').notNull(),
    createdById: uuid('created_by_id').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('view_exports_newest').on(table.environmentId, table.createdAt.desc().nullsFirst(), table.id),
    index('view_exports_age').on(table.createdAt),
  ],
)
export type ExportRow = typeof viewExports.$inferSelect
export type ExportRef = Pick<ExportRow, 'id' | 'environmentId'>
