import { adBeaconEvents, adBeaconStates } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** Reports to ad servers. Each is sent at most once, unless an answer says that it did not count. */
export const adBeacons = pgTable(
  'ad_beacons',
  {
    sessionId: uuid('session_id').notNull(),
    /** The break of the session, the ad in it, and the URL among those of the event. */
    position: integer('position').notNull(),
    ad: integer('ad').notNull(),
    event: text('event', { enum: adBeaconEvents }).notNull(),
    number: integer('number').notNull(),
    environmentId: uuid('environment_id').notNull(),
    url: text('url').notNull(),
    state: text('state', { enum: adBeaconStates }).notNull(),
    attempts: integer('attempts').notNull(),
    status: integer('status'),
    createdAt: moment('created_at').notNull(),
    /** Null unless it waits. */
    nextAttemptAt: moment('next_attempt_at'),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.position, table.ad, table.event, table.number] }),
    index('ad_beacons_due')
      .on(table.environmentId, table.nextAttemptAt)
      .where(sql`${table.nextAttemptAt} IS NOT NULL`),
  ],
)
