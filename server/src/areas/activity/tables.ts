import { type DeliveryStatus, eventTypes, logMethods } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment, xid8 } from '../../platform/database/tables.ts'
import type { StoredAddress } from '../../platform/net/stored-address.ts'

/** Logged requests. `transactionId` orders them for followers, like events. Partitioned by `createdAt`, so the
 * primary key includes it. */
export const requestLogs = pgTable(
  'request_logs',
  {
    transactionId: xid8('transaction_id').notNull().default(sql`pg_current_xact_id()`),
    id: uuid('id').notNull(),
    /** The environment, or the organization for requests without an environment. */
    scopeId: uuid('scope_id').notNull(),
    createdAt: moment('created_at').notNull(),
    method: text('method', { enum: logMethods }).notNull(),
    url: text('url').notNull(),
    status: smallint('status').notNull(),
    tookMs: real('took_ms').notNull(),
    actorKind: text('actor_kind', { enum: ['person', 'token'] }),
    actorId: uuid('actor_id'),
    actorName: text('actor_name'),
    /** Administrator who impersonated the actor. */
    impersonator: text('impersonator'),
    description: text('description').notNull(),
    requestId: text('request_id').notNull(),
    address: text('address'),
    objectId: uuid('object_id'),
    requestBody: text('request_body'),
    responseBody: text('response_body'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.createdAt] }),
    index('request_logs_follow').on(table.scopeId, table.transactionId, table.id),
    index('request_logs_newest').on(table.scopeId, table.createdAt, table.id, table.status, table.method),
    index('request_logs_kind').on(
      table.scopeId,
      table.method,
      sql`(${table.status} / 100)`,
      table.createdAt,
      table.id,
    ),
    index('request_logs_object')
      .on(table.objectId, table.createdAt, table.id)
      .where(sql`${table.objectId} IS NOT NULL`),
  ],
)

export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    url: text('url').notNull().$type<StoredAddress>(),
    /** Empty for all types. */
    eventTypes: text('event_types', { enum: eventTypes }).array().notNull(),
    /** Deleted webhooks are kept until their deliveries are removed. */
    status: text('status', { enum: ['active', 'disabled', 'deleted'] }).notNull(),
    disabledBecause: text('disabled_because', { enum: ['person', 'failing', 'gone'] }),
    /** Encrypted, like the previous one. */
    secret: text('secret').notNull(),
    secretHint: text('secret_hint').notNull(),
    previousSecret: text('previous_secret'),
    rotatingUntil: moment('rotating_until'),
    failingSince: moment('failing_since'),
    /** Time of creation or last enabling. Older pending deliveries are not sent. */
    activeSince: moment('active_since').notNull(),
    createdAt: moment('created_at').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdByName: text('created_by_name').notNull(),
  },
  (table) => [index('webhooks_environment').on(table.environmentId, table.createdAt, table.id)],
)

/** An event to send to a webhook. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid('id').primaryKey(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id),
    eventId: uuid('event_id').notNull(),
    eventType: text('event_type', { enum: eventTypes }).notNull(),
    body: text('body').notNull(),
    isTest: boolean('is_test').notNull().default(false),
    status: text('status').notNull().$type<DeliveryStatus>(),
    attempts: integer('attempts').notNull().default(0),
    /** Failed attempts since it was queued or resent. */
    failures: integer('failures').notNull().default(0),
    answerStatus: smallint('answer_status'),
    tookMs: real('took_ms'),
    createdAt: moment('created_at').notNull(),
    /** Time when it was queued or resent. */
    queuedAt: moment('queued_at').notNull(),
    nextAttemptAt: moment('next_attempt_at'),
    /** End of the lease of the worker that sends it. */
    claimedUntil: moment('claimed_until'),
  },
  (table) => [
    uniqueIndex('deliveries_event').on(table.webhookId, table.eventId),
    index('deliveries_newest').on(table.webhookId, table.createdAt, table.id),
    index('deliveries_status').on(table.webhookId, table.status, table.createdAt, table.id),
    index('deliveries_due')
      .on(table.webhookId, table.nextAttemptAt, table.id)
      .where(sql`${table.status} = 'pending'`),
    index('deliveries_age').on(table.createdAt),
  ],
)

export const deliveryAttempts = pgTable(
  'delivery_attempts',
  {
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    /** Counts from 1. */
    number: integer('number').notNull(),
    at: moment('at').notNull(),
    answerStatus: smallint('answer_status'),
    tookMs: real('took_ms').notNull(),
    fault: text('fault'),
    requestHeaders: jsonb('request_headers').notNull().$type<Record<string, string>>(),
    answerHeaders: jsonb('answer_headers').$type<Record<string, string>>(),
    answerBody: text('answer_body'),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.number] })],
)
