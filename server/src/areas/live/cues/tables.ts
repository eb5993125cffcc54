import { cueOrigins } from '@kinora/contract'
import { doublePrecision, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import { liveStreams } from '../streams/tables.ts'

/** Breaks of live streams, in which ad channels show ads. */
export const liveCues = pgTable(
  'live_cues',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    streamId: uuid('stream_id')
      .notNull()
      .references(() => liveStreams.id, { onDelete: 'cascade' }),
    /** Start, by the program date-time of the stream. */
    at: moment('at').notNull(),
    /** Null without a planned end. */
    durationS: doublePrecision('duration_s'),
    endedAt: moment('ended_at'),
    origin: text('origin', { enum: cueOrigins }).notNull(),
    /** The event ID of the encoder's message. */
    eventId: text('event_id'),
    /** Null if the encoder sent it. */
    addedBy: text('added_by'),
    /** SCTE-35 scope in the message of the encoder. Null if the message has none. */
    scope: text('scope', { enum: ['break', 'opportunity', 'ad'] }),
    /** Duration in the first announcement. */
    plannedS: doublePrecision('planned_s'),
    /** SCTE-35 messages of the encoder, in hex. */
    outMessage: text('out_message'),
    inMessage: text('in_message'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('live_cues_stream').on(table.streamId, table.at), index('live_cues_age').on(table.at)],
)
