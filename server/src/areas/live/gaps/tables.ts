import { gapReasons } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** Periods in which viewers of a recorded session did not see the encoder. Rows are kept with the recording when the
 * stream is deleted. */
export const liveGaps = pgTable(
  'live_gaps',
  {
    id: uuid('id').primaryKey(),
    sessionId: uuid('session_id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    startedAt: moment('started_at').notNull(),
    /** Null while the gap lasts. */
    endedAt: moment('ended_at'),
    reason: text('reason', { enum: gapReasons }).notNull(),
    /** Whether the recording contains the slate for this period. Otherwise it skips the period. */
    recorded: boolean('recorded').notNull(),
  },
  (table) => [
    uniqueIndex('live_gaps_open').on(table.sessionId).where(sql`${table.endedAt} IS NULL`),
    index('live_gaps_session').on(table.sessionId, table.startedAt),
  ],
)

export type GapRow = typeof liveGaps.$inferSelect
