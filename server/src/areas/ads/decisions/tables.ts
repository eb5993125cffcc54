import { adBreakKinds } from '@kinora/contract'
import type { BreakSplice } from '@kinora/media'
import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import type { SessionParams } from '../rules/session-params.ts'
import type { Exchange } from '../vast/requests.ts'
import type { SkipReason, StoredAd } from './decision.ts'

/** Playback sessions of viewers. Rows are deleted with their channel, or after 30 days. */
export const adSessions = pgTable(
  'ad_sessions',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    channelId: uuid('channel_id').notNull(),
    /** IP address, sent to ad servers with each tracking request. Removed after a day. */
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
    /** Parameters of the playback URL. Removed after a day. */
    params: jsonb('params').notNull().default({}).$type<SessionParams>(),
    startedAt: moment('started_at').notNull(),
    /** Earliest time at which the viewer can have seen the start of the stream. */
    playsFrom: moment('plays_from').notNull().defaultNow(),
    /** Whether the player reports the events that it shows. Then deliveries do not count. */
    isReported: boolean('is_reported').notNull().default(false),
    /** Whether the decisions are stored. Otherwise a process is deciding, or died while it did. */
    isDecided: boolean('is_decided').notNull().default(true),
  },
  (table) => [
    index('ad_sessions_newest').on(table.channelId, table.startedAt, table.id),
    index('ad_sessions_age').on(table.startedAt),
    index('ad_sessions_address_age').on(table.startedAt).where(sql`${table.address} <> ''`),
  ],
)

/** Decisions about the breaks of sessions. */
export const adDecisions = pgTable(
  'ad_decisions',
  {
    sessionId: uuid('session_id').notNull(),
    /** Index of the break in the session, from 0. */
    position: integer('position').notNull(),
    kind: text('kind', { enum: adBreakKinds }).notNull(),
    /** Time in the video in seconds. For a live break, Unix time in seconds. */
    atS: doublePrecision('at_s').notNull(),
    availableS: doublePrecision('available_s').notNull(),
    /** Time at which the video resumes after ads. Null: where it stopped. */
    returnS: doublePrecision('return_s'),
    filledS: doublePrecision('filled_s').notNull(),
    reason: text('reason').$type<SkipReason>(),
    tookMs: doublePrecision('took_ms').notNull(),
    offered: jsonb('offered').notNull().$type<readonly StoredAd[]>(),
    exchanges: jsonb('exchanges').notNull().$type<readonly Exchange[]>(),
    /** ID of a live break. Null for breaks of videos and for pre-rolls. */
    cueId: uuid('cue_id'),
    /** Splice of a break in a live stream. */
    splice: jsonb('placed').$type<BreakSplice>(),
    /** Times that the ad server may be asked again. */
    retriesLeft: integer('retries_left').notNull().default(0),
    decidedAt: moment('decided_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.position] }),
    uniqueIndex('ad_decisions_cue').on(table.sessionId, table.cueId),
    index('ad_decisions_time').on(table.decidedAt),
  ],
)
