import type {
  ConnectFigures,
  ConnectState,
  InputFigures,
  InputSource,
  InputState,
  LinkReason,
  SwitchReason,
} from '@kinora/contract'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import { vconnectInputs } from '../ends/tables.ts'

const inputId = () => uuid('input_id').references(() => vconnectInputs.id, { onDelete: 'cascade' })

/** Which node runs an input with its connects. */
export const vconnectLeases = pgTable('vconnect_leases', {
  inputId: inputId().primaryKey(),
  environmentId: uuid('environment_id').notNull(),
  nodeId: uuid('node_id').notNull(),
  /** Counts the nodes that had it. */
  fence: integer('fence').notNull(),
  leaseUntil: moment('lease_until').notNull(),
  /** Address of the node for previews. */
  nodeUrl: text('node_url'),
})

/** States and current figures of inputs and connects, as their node reports them. */
export const vconnectLinks = pgTable(
  'vconnect_links',
  {
    /** ID of the input or the connect. */
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    inputId: inputId().notNull(),
    state: text('state').notNull().$type<InputState | ConnectState>(),
    reason: text('reason').$type<LinkReason>(),
    /** The words of the other side, or a codec. */
    detail: text('detail'),
    peer: text('peer'),
    nextTryAt: moment('next_try_at'),
    stateAt: moment('state_at').notNull(),
    figures: jsonb('figures').$type<InputFigures | ConnectFigures>(),
    /** The source of the connects of an input with a backup, since when, why, and its delay. */
    source: text('source').$type<InputSource>(),
    sourceAt: moment('source_at'),
    sourceReason: text('source_reason').$type<SwitchReason>(),
    delayMs: integer('delay_ms'),
    /** Last report in which an input received a stream. Null before the first one, and after a pause. */
    receivedAt: moment('received_at'),
    /** Last report of the node. */
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [index('vconnect_links_input').on(table.inputId)],
)
export type LinkRow = typeof vconnectLinks.$inferSelect

/** Figures of some seconds. Names are short, because there are many. */
export interface StatPoint {
  /** Second within the minute. */
  readonly s: number
  readonly kbps: number
  readonly un: number
  readonly re: number
  readonly rtt: number | null
}

/** One row per minute with a signal, kept for eight hours. */
export const vconnectStats = pgTable(
  'vconnect_stats',
  {
    linkId: uuid('link_id').notNull(),
    minute: moment('minute').notNull(),
    environmentId: uuid('environment_id').notNull(),
    points: jsonb('points').notNull().$type<readonly StatPoint[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.linkId, table.minute] }),
    index('vconnect_stats_minute').on(table.minute),
  ],
)
