import type { AuditAction } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

/** A transaction ID, as text. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/** Bytes; a Buffer in the program. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A timestamp with time zone; a Date in the program. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

/** The video that the object of an event belongs to, or was cut from. */
const contentOf = sql`coalesce(data ->> 'contentId', data ->> 'clipOf')`

/** Events, written in the transaction of their change. `transactionId` orders the rows for readers: a row becomes
 * visible once no older transaction is open, so that readers skip none. Partitioned by `createdAt`, which is
 * therefore part of the key. */
export const outbox = pgTable(
  'outbox',
  {
    transactionId: xid8('transaction_id').notNull().default(sql`pg_current_xact_id()`),
    id: uuid('id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    type: text('type').notNull(),
    objectType: text('object_type').notNull(),
    objectId: uuid('object_id').notNull(),
    data: jsonb('data').notNull().$type<Record<string, unknown>>(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.createdAt] }),
    index('outbox_follow').on(table.environmentId, table.transactionId, table.id),
    index('outbox_follow_all').on(table.transactionId, table.id),
    index('outbox_newest').on(table.environmentId, table.createdAt, table.id),
    index('outbox_type').on(table.environmentId, table.type, table.createdAt, table.id),
    index('outbox_object').on(table.objectId, table.createdAt, table.id),
    index('outbox_content').on(contentOf, table.createdAt, table.id).where(sql`${contentOf} IS NOT NULL`),
  ],
)

/** Subscriptions to the outbox with their cursors. */
export const eventSubscriptions = pgTable('event_subscriptions', {
  name: text('name').primaryKey(),
  transactionId: xid8('transaction_id').notNull(),
  eventId: uuid('event_id').notNull(),
})

/** Events that a subscription failed to handle: to be retried, or dead letters if `nextAttemptAt` is null. */
export const failedEvents = pgTable(
  'failed_events',
  {
    id: uuid('id').primaryKey(),
    subscription: text('subscription').notNull(),
    eventId: uuid('event_id').notNull(),
    /** Creation time of the event, which selects its partition. */
    eventCreatedAt: moment('event_created_at').notNull(),
    eventType: text('event_type').notNull(),
    environmentId: uuid('environment_id').notNull(),
    attempts: integer('attempts').notNull(),
    error: text('error').notNull(),
    failedAt: moment('failed_at').notNull(),
    nextAttemptAt: moment('next_attempt_at'),
  },
  (table) => [
    uniqueIndex('failed_events_event').on(table.subscription, table.eventId),
    index('failed_events_due').on(table.nextAttemptAt).where(sql`${table.nextAttemptAt} IS NOT NULL`),
    index('failed_events_dead').on(table.failedAt, table.id).where(sql`${table.nextAttemptAt} IS NULL`),
  ],
)

/** The audit trail. A trigger refuses to change or delete entries. */
export const auditTrail = pgTable(
  'audit_trail',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    environmentId: uuid('environment_id'),
    action: text('action').notNull().$type<AuditAction>(),
    actorKind: text('actor_kind', { enum: ['person', 'token', 'kinora'] }).notNull(),
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    impersonator: text('impersonator'),
    objectType: text('object_type').notNull(),
    objectId: uuid('object_id').notNull(),
    objectName: text('object_name').notNull(),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('audit_newest').on(table.organizationId, table.createdAt, table.id)],
)

/** Sign-ins, changes of credentials and rights, and refused calls. Unlike the audit trail it also has records about
 * accounts without an organization and about nobody in particular, and is deleted after a time. */
export const securityLog = pgTable(
  'security_log',
  {
    id: uuid('id').primaryKey(),
    transactionId: xid8('transaction_id').notNull().default(sql`pg_current_xact_id()`),
    createdAt: moment('created_at').notNull(),
    action: text('action').notNull().$type<AuditAction>(),
    failed: boolean('failed').notNull(),
    /** The account that the record is about. Null if nobody is known. */
    userId: uuid('user_id'),
    /** Email address of the account. */
    account: text('account'),
    /** Null for what an account does outside of any organization. */
    organizationId: uuid('organization_id'),
    environmentId: uuid('environment_id'),
    actorKind: text('actor_kind', { enum: ['person', 'token', 'kinora'] }),
    actorId: uuid('actor_id'),
    actorName: text('actor_name'),
    impersonator: text('impersonator'),
    objectType: text('object_type'),
    objectId: uuid('object_id'),
    objectName: text('object_name'),
    address: text('address'),
    userAgent: text('user_agent'),
    details: jsonb('details').notNull().$type<Record<string, unknown>>(),
    /** How often the same happened from `createdAt` to `lastAt`. */
    repeats: integer('repeats').notNull(),
    lastAt: moment('last_at').notNull(),
    /** Same for records that are counted in one row. */
    repeatKey: text('repeat_key'),
  },
  (table) => [
    index('security_log_follow').on(table.transactionId, table.id),
    index('security_log_person').on(table.userId, table.createdAt, table.id),
    index('security_log_age').on(table.createdAt),
    index('security_log_nobody')
      .on(table.createdAt)
      .where(sql`${table.userId} IS NULL AND ${table.organizationId} IS NULL`),
    uniqueIndex('security_log_repeats').on(table.repeatKey),
  ],
)

/** How far readers of the security log have come. */
export const securityLogReaders = pgTable('security_log_readers', {
  name: text('name').primaryKey(),
  transactionId: xid8('transaction_id').notNull(),
  recordId: uuid('record_id').notNull(),
})

/** Responses of requests with an `Idempotency-Key`, kept for 24 hours. */
export const idempotency = pgTable(
  'idempotency',
  {
    /** The ID of a person or of an API token. */
    owner: text('owner').notNull(),
    /** A hash of the key. */
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    status: integer('status'),
    /** JSON, encrypted for sensitive calls. */
    body: text('body'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.key] }),
    index('idempotency_age').on(table.createdAt),
  ],
)

/** Requests of a caller in the current minute. */
export const rateCounters = pgTable(
  'rate_counters',
  {
    /** An address, an address and a route, or the ID of an environment. */
    key: text('key').primaryKey(),
    used: integer('used').notNull(),
    resetsAt: moment('resets_at').notNull(),
  },
  (table) => [index('rate_counters_end').on(table.resetsAt)],
)

/** Secrets and facts of this installation, one value per name. */
export const installation = pgTable('installation', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})
