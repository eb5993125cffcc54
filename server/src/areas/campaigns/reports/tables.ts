import { adCountedEvents } from '@kinora/contract'
import {
  bigint,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** Events that are not summed yet. Rows are only inserted, so that viewers do not wait for each other's locks. */
export const campaignEvents = pgTable(
  'campaign_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    environmentId: uuid('environment_id').notNull(),
    campaignId: uuid('campaign_id').notNull(),
    creativeId: uuid('creative_id').notNull(),
    /** Day in UTC. */
    day: date('day', { mode: 'string' }).notNull(),
    event: text('event', { enum: adCountedEvents }).notNull(),
    /** 1, or -1 to subtract an event. */
    amount: smallint('amount').notNull(),
    currency: text('currency').notNull(),
    /** Cost in billionths of the currency. */
    spendNanos: bigint('spend_nanos', { mode: 'number' }).notNull(),
  },
  (table) => [index('campaign_events_campaign').on(table.environmentId, table.campaignId)],
)

/** Impressions that campaigns with a total keep for ads of decided breaks, until the ad is shown or the reservation expires. */
export const campaignReservations = pgTable(
  'campaign_reservations',
  {
    environmentId: uuid('environment_id').notNull(),
    campaignId: uuid('campaign_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** Index of the break in the session. */
    position: integer('position').notNull(),
    /** Index of the ad in the break. */
    ad: integer('ad').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.position, table.ad] }),
    index('campaign_reservations_campaign').on(table.campaignId, table.expiresAt),
    index('campaign_reservations_age').on(table.expiresAt),
  ],
)

const count = (name: string) => bigint(name, { mode: 'number' }).notNull()

/** Daily sums of events. Rows are kept when sessions are deleted, and deleted with their campaign. */
export const campaignDays = pgTable(
  'campaign_days',
  {
    environmentId: uuid('environment_id').notNull(),
    campaignId: uuid('campaign_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    creativeId: uuid('creative_id').notNull(),
    currency: text('currency').notNull(),
    impressions: count('impressions'),
    firstQuartiles: count('first_quartiles'),
    midpoints: count('midpoints'),
    thirdQuartiles: count('third_quartiles'),
    completes: count('completes'),
    clicks: count('clicks'),
    /** Cost in billionths of the currency. */
    spendNanos: numeric('spend_nanos').notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.day, table.creativeId, table.currency] })],
)
