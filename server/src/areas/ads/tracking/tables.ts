import { adTrackingEvents, adTrackingStates } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** Requests to tracking URLs of ad servers. Each is sent at most once, unless the response says that it did not count. */
export const trackingRequests = pgTable(
  'ad_beacons',
  {
    sessionId: uuid('session_id').notNull(),
    /** Index of the break in the session. `ad` is the index of the ad in the break, `number` that of the URL for the event. */
    position: integer('position').notNull(),
    ad: integer('ad').notNull(),
    event: text('event', { enum: adTrackingEvents }).notNull(),
    number: integer('number').notNull(),
    environmentId: uuid('environment_id').notNull(),
    url: text('url').notNull(),
    state: text('state', { enum: adTrackingStates }).notNull(),
    attempts: integer('attempts').notNull(),
    status: integer('status'),
    createdAt: moment('created_at').notNull(),
    /** Null unless the state is `waiting`. */
    nextAttemptAt: moment('next_attempt_at'),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.position, table.ad, table.event, table.number] }),
    index('ad_beacons_due')
      .on(table.environmentId, table.nextAttemptAt)
      .where(sql`${table.nextAttemptAt} IS NOT NULL`),
  ],
)
