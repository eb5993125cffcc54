import { adTrackingEvents } from '@kinora/contract'
import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import type { AdFact, AdRequestFact } from './fact.ts'

/** Facts about the viewer of each session. Rows are deleted with their session. */
export const adViewers = pgTable('ad_viewers', {
  sessionId: uuid('session_id').primaryKey(),
  environmentId: uuid('environment_id').notNull(),
  channelId: uuid('channel_id').notNull(),
  /** ID of the video or live stream. */
  objectId: uuid('object_id').notNull(),
  kind: text('kind', { enum: ['video', 'live'] }).notNull(),
  /** Hash of the viewer as a decimal number. `0` if unknown. */
  viewer: text('viewer').notNull(),
  country: text('country').notNull(),
  region: text('region').notNull(),
  city: text('city').notNull(),
  isp: text('isp').notNull(),
  deviceType: text('device_type').notNull(),
  device: text('device').notNull(),
  os: text('os').notNull(),
  browser: text('browser').notNull(),
  programme: text('programme').notNull().default(''),
  partner: text('partner').notNull().default(''),
})

/** Counted events of ads, each once, even if no ad server tracks them. */
export const adEvents = pgTable(
  'ad_events',
  {
    sessionId: uuid('session_id').notNull(),
    position: integer('position').notNull(),
    ad: integer('ad').notNull(),
    event: text('event', { enum: adTrackingEvents }).notNull(),
    environmentId: uuid('environment_id').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.position, table.ad, table.event] })],
)

/** Events of ads that a player has loaded, until the viewer can have reached them. They do not count yet. */
export const adHeldEvents = pgTable(
  'ad_held_events',
  {
    sessionId: uuid('session_id').notNull(),
    position: integer('position').notNull(),
    ad: integer('ad').notNull(),
    event: text('event', { enum: adTrackingEvents }).notNull(),
    environmentId: uuid('environment_id').notNull(),
    /** Time of the event in the ad, in seconds. */
    offsetS: doublePrecision('offset_s').notNull(),
    /** Time at which the player got the segment of the event. */
    heldAt: moment('held_at').notNull().defaultNow(),
    /** Earliest time at which the viewer can have reached it. Null if it waits for the report of a player. */
    dueAt: moment('due_at'),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.position, table.ad, table.event] })],
)

/** Live breaks whose real length is still unknown, with the length that is counted until then. */
export const adBreakLengths = pgTable(
  'ad_break_lengths',
  {
    sessionId: uuid('session_id').notNull(),
    position: integer('position').notNull(),
    environmentId: uuid('environment_id').notNull(),
    cueId: uuid('cue_id').notNull(),
    /** Reason of the decision. */
    reason: text('reason'),
    countedMs: bigint('counted_ms', { mode: 'number' }).notNull(),
    countedAt: moment('counted_at').notNull(),
    /** Expected end of the break. */
    checkAt: moment('check_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.position] }),
    index('ad_break_lengths_due').on(table.checkAt),
  ],
)

/** Facts that are not in the warehouse yet. */
export const adFacts = pgTable('ad_facts', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  environmentId: uuid('environment_id').notNull(),
  at: moment('at').notNull(),
  facts: jsonb('facts').notNull().$type<readonly (AdFact | AdRequestFact)[]>(),
})
