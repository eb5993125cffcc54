import { gapReasons } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** Times at which viewers of a recorded session did not see the encoder. They stay with the recording when the stream is
 * deleted. */
export const liveGaps = pgTable(
  'live_gaps',
  {
    id: uuid('id').primaryKey(),
    sessionId: uuid('session_id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    startedAt: moment('started_at').notNull(),
    /** Null while it lasts. */
    endedAt: moment('ended_at'),
    reason: text('reason', { enum: gapReasons }).notNull(),
    /** The recording has the slate in this time. Otherwise it has nothing, and continues after it. */
    recorded: boolean('recorded').notNull(),
  },
  (table) => [
    uniqueIndex('live_gaps_open').on(table.sessionId).where(sql`${table.endedAt} IS NULL`),
    index('live_gaps_session').on(table.sessionId, table.startedAt),
  ],
)

export type GapRow = typeof liveGaps.$inferSelect
