import type { DestinationKind, FecMode, InputKind, InputSource, LinkMode, ReturnRule } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  type PgColumnBuilderBase,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import type { StoredAddress } from '../../../platform/net/stored-address.ts'

/** Columns of inputs and destinations. */
const endColumns = {
  id: uuid('id').primaryKey(),
  environmentId: uuid('environment_id').notNull(),
  name: text('name').notNull(),
  mode: text('mode').notNull().$type<LinkMode>(),
  /** The other side. Null for a listener. */
  address: text('address').$type<StoredAddress>(),
  /** The port of a listener, or of our side of a rendezvous. */
  port: integer('port'),
  /** The live stream of that kind. With another, the live stream or the input by RTMP of this installation whose key a destination
   * has. */
  livestreamId: uuid('livestream_id'),
  latencyMs: integer('latency_ms').notNull(),
  /** Forward error correction of RTP. */
  fec: text('fec').notNull().default('none').$type<FecMode>(),
  /** Encrypted. */
  passphrase: text('passphrase'),
  streamId: text('stream_id'),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
} as const satisfies Readonly<Record<string, PgColumnBuilderBase>>

export const vconnectInputs = pgTable(
  'vconnect_inputs',
  {
    ...endColumns,
    kind: text('kind').notNull().$type<InputKind>(),
    maxKbps: integer('max_kbps').notNull(),
    allowedNetworks: jsonb('allowed_networks').notNull().$type<readonly string[]>(),
    enabled: boolean('enabled').notNull(),
    /** Connections of one encoder that a listener merges. */
    paths: integer('paths').notNull().default(1).$type<1 | 2>(),
    /** The input that stands in for this one, after how much silence, and when it ends. */
    backupInputId: uuid('backup_input_id').references((): AnyPgColumn => vconnectInputs.id, {
      onDelete: 'set null',
    }),
    holdMs: integer('hold_ms').notNull().default(1000),
    returns: text('returns').notNull().default('after-hold').$type<ReturnRule>(),
    returnAfterS: integer('return_after_s').notNull().default(10),
    /** The last source that a person chose. */
    chosenSource: text('chosen_source').$type<InputSource>(),
    chosenAt: moment('chosen_at'),
  },
  (table) => [
    uniqueIndex('vconnect_inputs_name').on(table.environmentId, sql`lower(${table.name})`),
    index('vconnect_inputs_backup').on(table.backupInputId),
  ],
)
export type InputRow = typeof vconnectInputs.$inferSelect

export const vconnectDestinations = pgTable(
  'vconnect_destinations',
  {
    ...endColumns,
    kind: text('kind').notNull().$type<DestinationKind>(),
    maxCallers: integer('max_callers').notNull(),
    /** The matrix of forward error correction. */
    fecColumns: integer('fec_columns').notNull().default(10),
    fecRows: integer('fec_rows').notNull().default(5),
  },
  (table) => [uniqueIndex('vconnect_destinations_name').on(table.environmentId, sql`lower(${table.name})`)],
)
export type DestinationRow = typeof vconnectDestinations.$inferSelect

/** Ports of listeners, of all environments. */
export const vconnectPorts = pgTable('vconnect_ports', {
  port: integer('port').primaryKey(),
  /** The input or destination. */
  ownerId: uuid('owner_id').notNull(),
})

const inputId = () =>
  uuid('input_id')
    .notNull()
    .references(() => vconnectInputs.id, { onDelete: 'cascade' })

export const vconnectConnects = pgTable(
  'vconnect_connects',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    inputId: inputId(),
    destinationId: uuid('destination_id')
      .notNull()
      .references(() => vconnectDestinations.id, { onDelete: 'cascade' }),
    enabled: boolean('enabled').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('vconnect_connects_ends').on(table.inputId, table.destinationId),
    index('vconnect_connects_destination').on(table.destinationId),
    index('vconnect_connects_newest').on(table.environmentId, table.createdAt, table.id),
  ],
)
export type ConnectRow = typeof vconnectConnects.$inferSelect
