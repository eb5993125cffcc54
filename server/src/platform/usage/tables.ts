import type { ProblemId } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../database/tables.ts'

/** Usage records. Rows are written in the transaction of the fact. The charge job gives them their part, and they are deleted
 * long after its end. Nothing else changes them. */
export const usageRecords = pgTable(
  'usage_records',
  {
    key: text('key').primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    /** At the time of the fact. */
    environmentType: text('environment_type').notNull(),
    objectId: uuid('object_id').notNull(),
    meter: text('meter').notNull(),
    occurredAt: moment('occurred_at').notNull(),
    receivedAt: moment('received_at').notNull(),
    /** A number of units of the meter. Negative in corrections. */
    quantity: bigint('quantity', { mode: 'bigint' }).notNull(),
    /** Key of the record that this one corrects. */
    corrects: text('corrects'),
    /** The part of a billing period in which it occurred. Null until it is charged. */
    part: integer('part'),
    isFree: boolean('is_free').notNull().default(false),
    /** Too old to be charged without an administrator. */
    isHeld: boolean('is_held').notNull().default(false),
  },
  (table) => [
    index('usage_records_new')
      .on(table.organizationId, table.receivedAt)
      .where(sql`${table.part} IS NULL AND NOT ${table.isHeld}`),
    index('usage_records_part').on(table.organizationId, table.part, table.meter),
    index('usage_records_held').on(table.organizationId).where(sql`${table.isHeld}`),
  ],
)

/** Sums of charged records by day of the account's time zone. */
export const usageDays = pgTable(
  'usage_days',
  {
    organizationId: uuid('organization_id').notNull(),
    part: integer('part').notNull(),
    meter: text('meter').notNull(),
    environmentId: uuid('environment_id').notNull(),
    objectId: uuid('object_id').notNull(),
    day: date('day').notNull(),
    isFree: boolean('is_free').notNull(),
    quantity: bigint('quantity', { mode: 'bigint' }).notNull(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.organizationId,
        table.part,
        table.meter,
        table.environmentId,
        table.objectId,
        table.day,
        table.isFree,
      ],
    }),
  ],
)

/** Hours whose stored media was counted. */
export const usageHours = pgTable('usage_hours', { hour: moment('hour').primaryKey() })

/** Sums of what each video occupied in the hours of a day, until the day is over and becomes usage records. */
export const usageStoredDays = pgTable(
  'usage_stored_days',
  {
    objectId: uuid('object_id').notNull(),
    /** The day in the time zone of billing. */
    day: date('day').notNull(),
    environmentId: uuid('environment_id').notNull(),
    /** Sum of its duration over the hours. */
    ms: bigint('ms', { mode: 'bigint' }).notNull(),
    /** Sum of its bytes over the hours. */
    bytes: bigint('bytes', { mode: 'bigint' }).notNull(),
    /** The last hour that was counted. */
    countedAt: moment('counted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.objectId, table.day] })],
)

/** Parts of billing periods whose records are deleted, or are being deleted. */
export const usagePruned = pgTable(
  'usage_pruned',
  {
    organizationId: uuid('organization_id').notNull(),
    part: integer('part').notNull(),
    prunedAt: moment('pruned_at').notNull(),
    isDone: boolean('is_done').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.part] })],
)

/** Organizations whose new work is refused, with the problem that callers get. The area billing keeps it. */
export const usageRefusals = pgTable('usage_refusals', {
  organizationId: uuid('organization_id').primaryKey(),
  problem: text('problem').notNull().$type<RefusedWork>(),
})
export type RefusedWork = Extract<ProblemId, 'wallet-empty' | 'spend-cap-reached'>
