import { adBeaconEvents } from '@kinora/contract'
import { bigint, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import type { AdFact } from './fact.ts'

/** What is known of the viewer of a session. Rows go with their session. */
export const adViewers = pgTable('ad_viewers', {
  sessionId: uuid('session_id').primaryKey(),
  environmentId: uuid('environment_id').notNull(),
  channelId: uuid('channel_id').notNull(),
  /** What the channel plays. */
  objectId: uuid('object_id').notNull(),
  kind: text('kind', { enum: ['video', 'live'] }).notNull(),
  /** A hash, as a decimal number. `0` if it is not known. */
  viewer: text('viewer').notNull(),
  country: text('country').notNull(),
  region: text('region').notNull(),
  city: text('city').notNull(),
  isp: text('isp').notNull(),
  deviceType: text('device_type').notNull(),
  device: text('device').notNull(),
  os: text('os').notNull(),
  browser: text('browser').notNull(),
})

/** Events of ads whose segment was delivered, each once, whether or not an ad server wants a report. */
export const adEvents = pgTable(
  'ad_events',
  {
    sessionId: uuid('session_id').notNull(),
    position: integer('position').notNull(),
    ad: integer('ad').notNull(),
    event: text('event', { enum: adBeaconEvents }).notNull(),
    environmentId: uuid('environment_id').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.position, table.ad, table.event] })],
)

/** What the warehouse does not have yet. */
export const adFacts = pgTable('ad_facts', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  environmentId: uuid('environment_id').notNull(),
  at: moment('at').notNull(),
  facts: jsonb('facts').notNull().$type<readonly AdFact[]>(),
})
