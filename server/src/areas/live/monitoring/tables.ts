import { monitorEventTypes } from '@kinora/contract'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import { liveStreams } from '../streams/tables.ts'

const streamId = () =>
  uuid('stream_id')
    .notNull()
    .references(() => liveStreams.id, { onDelete: 'cascade' })

/** Figures of one second. Field names are short, because eight hours have 28,800 points. */
export interface HealthPoint {
  /** Second within the minute. */
  readonly s: number
  readonly kbps: number
  readonly fps: number
  /** Seconds between the last two keyframes. */
  readonly key: number | null
  readonly w: number
  readonly h: number
  /** Dropped frames. */
  readonly drop: number
  /** Longest time from the end of a part until it was ready, in ms. */
  readonly delay: number | null
  readonly view: number
  readonly video: string | null
  readonly audio: string | null
  /** Number of audio frames. */
  readonly heard: number
  /** Audio level in dBFS. Rows of earlier versions lack this field and those below. */
  readonly db?: number | null
  /** Milliseconds by which audio is ahead of the video. */
  readonly av?: number | null
  /** Encoding speed: 1 is real time. */
  readonly speed?: number | null
  /** Dropped renditions, and the size of the whole ladder. Missing if none are dropped. */
  readonly out?: { readonly names: readonly string[]; readonly of: number }
}

/** One row per minute with a signal, kept for eight hours. */
export const liveHealth = pgTable(
  'live_health',
  {
    streamId: streamId(),
    minute: moment('minute').notNull(),
    environmentId: uuid('environment_id').notNull(),
    points: jsonb('points').notNull().$type<readonly HealthPoint[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.streamId, table.minute] }),
    index('live_health_minute').on(table.minute),
  ],
)

/** Monitor events of streams, kept for eight hours. */
export const liveEvents = pgTable(
  'live_events',
  {
    id: uuid('id').primaryKey(),
    streamId: streamId(),
    environmentId: uuid('environment_id').notNull(),
    at: moment('at').notNull(),
    type: text('type', { enum: monitorEventTypes }).notNull(),
    detail: text('detail').notNull(),
  },
  (table) => [
    index('live_events_stream').on(table.streamId, table.at.desc().nullsFirst()),
    index('live_events_at').on(table.at),
  ],
)

/** Current number of viewers per delivery process. */
export const liveViewers = pgTable(
  'live_viewers',
  {
    streamId: streamId(),
    processId: uuid('process_id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    viewers: integer('viewers').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.streamId, table.processId] }),
    index('live_viewers_seen').on(table.seenAt),
  ],
)
