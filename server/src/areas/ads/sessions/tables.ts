import { adBreakKinds } from '@kinora/contract'
import type { BreakSplice } from '@kinora/media'
import { sql } from 'drizzle-orm'
import {
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

/** Viewers of channels. Rows go with their channel, or after 30 days. */
export const adSessions = pgTable(
  'ad_sessions',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    channelId: uuid('channel_id').notNull(),
    /** Sent to ad servers with each report. Removed after a day. */
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
    /** What the page around the player says about the viewer. Removed with the address. */
    params: jsonb('params').notNull().default({}).$type<SessionParams>(),
    startedAt: moment('started_at').notNull(),
  },
  (table) => [
    index('ad_sessions_newest').on(table.channelId, table.startedAt, table.id),
    index('ad_sessions_age').on(table.startedAt),
    index('ad_sessions_address_age').on(table.startedAt).where(sql`${table.address} <> ''`),
  ],
)

/** What was decided for each break of a session. */
export const adDecisions = pgTable(
  'ad_decisions',
  {
    sessionId: uuid('session_id').notNull(),
    /** In the session, from 0. */
    position: integer('position').notNull(),
    kind: text('kind', { enum: adBreakKinds }).notNull(),
    /** Seconds of the video before it. */
    atS: doublePrecision('at_s').notNull(),
    availableS: doublePrecision('available_s').notNull(),
    /** Where the video goes on after ads. Null for where it stopped. */
    returnS: doublePrecision('return_s'),
    filledS: doublePrecision('filled_s').notNull(),
    reason: text('reason').$type<SkipReason>(),
    tookMs: doublePrecision('took_ms').notNull(),
    offered: jsonb('offered').notNull().$type<readonly StoredAd[]>(),
    exchanges: jsonb('exchanges').notNull().$type<readonly Exchange[]>(),
    /** The break of a live stream. Null for one that was planned when the session began. */
    cueId: uuid('cue_id'),
    /** Where a break is in a live stream, once it is over. */
    splice: jsonb('placed').$type<BreakSplice>(),
    decidedAt: moment('decided_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.position] }),
    uniqueIndex('ad_decisions_cue').on(table.sessionId, table.cueId),
    index('ad_decisions_time').on(table.decidedAt),
  ],
)
