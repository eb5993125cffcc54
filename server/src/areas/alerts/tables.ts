import {
  type AlertMute,
  alertChangeKinds,
  alertChannelKinds,
  alertConditions,
  alertEndReasons,
  alertGroupings,
  alertMessageStates,
  alertMetricIds,
  alertSeverities,
  alertStates,
  type Language,
} from '@kinora/contract'
import { sql } from 'drizzle-orm'
import {
  bigint,
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
import type { MetricFilters } from '../../platform/alerts/alert-sources.ts'
import { moment } from '../../platform/database/tables.ts'

export const alertRules = pgTable(
  'alert_rules',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    name: text('name').notNull(),
    /** The name, folded for search. */
    searchText: text('search_text').notNull(),
    enabled: boolean('enabled').notNull(),
    /** Counts the changes of what it watches. */
    version: integer('version').notNull(),
    metric: text('metric', { enum: alertMetricIds }).notNull(),
    filters: jsonb('filters').notNull().$type<MetricFilters>(),
    groupBy: text('group_by', { enum: alertGroupings }).notNull(),
    windowS: integer('window_s').notNull(),
    condition: text('condition', { enum: alertConditions }).notNull(),
    threshold: doublePrecision('threshold').notNull(),
    recovery: doublePrecision('recovery'),
    periodS: integer('period_s').notNull(),
    forS: integer('for_s').notNull(),
    quietS: integer('quiet_s').notNull(),
    severity: text('severity', { enum: alertSeverities }).notNull(),
    channelIds: uuid('channel_ids').array().notNull(),
    remindS: integer('remind_s'),
    /** Seconds after which further channels are notified of an alert that nobody has acknowledged. */
    escalateS: integer('escalate_s'),
    escalateIds: uuid('escalate_ids').array().notNull().default([]),
    mutes: jsonb('mutes').notNull().$type<readonly AlertMute[]>(),
    createdAt: moment('created_at').notNull(),
    changedAt: moment('changed_at').notNull(),
    changedBy: text('changed_by').notNull(),
  },
  (table) => [
    index('alert_rules_environment').on(table.environmentId, table.name, table.id),
    index('alert_rules_organization').on(table.organizationId),
    index('alert_rules_metric').on(table.metric).where(sql`${table.enabled}`),
  ],
)
export type RuleRow = typeof alertRules.$inferSelect

/** How far each source has been evaluated, and the process that evaluates it. */
export const alertCursor = pgTable('alert_cursor', {
  source: text('source').primaryKey(),
  /** Number of the last evaluated step. */
  step: bigint('step', { mode: 'number' }).notNull(),
  holder: uuid('holder').notNull(),
  until: moment('until').notNull(),
  /** Grows with each lease. An evaluator with an older one changes nothing. */
  fence: bigint('fence', { mode: 'number' }).notNull(),
})

/** The state of a rule for one group, such as a live stream. */
export const alertInstances = pgTable(
  'alert_instances',
  {
    environmentId: uuid('environment_id').notNull(),
    ruleId: uuid('rule_id')
      .notNull()
      .references(() => alertRules.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    phase: text('phase', { enum: alertStates }).notNull(),
    /** Start of the phase. */
    since: moment('since').notNull(),
    /** Number of incidents so far. */
    number: integer('number').notNull(),
    /** End of the last incident. */
    endedAt: moment('ended_at'),
    value: doublePrecision('value'),
    /** The open incident. */
    incidentId: uuid('incident_id'),
    /** Channels were notified of it. */
    isNotified: boolean('is_notified').notNull(),
    /** When channels were last notified of it. */
    notifiedAt: moment('notified_at'),
    /** When channels were first notified of it. */
    announcedAt: moment('announced_at'),
    isEscalated: boolean('is_escalated').notNull().default(false),
    isAcknowledged: boolean('is_acknowledged').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ruleId, table.key] }),
    index('alert_instances_open').on(table.environmentId).where(sql`${table.incidentId} IS NOT NULL`),
  ],
)
export type InstanceRow = typeof alertInstances.$inferSelect

/** The times from when a rule fired for a group until it recovered. */
export const alertIncidents = pgTable(
  'alert_incidents',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    /** The rule may have been deleted, so the columns below have what it watched. */
    ruleId: uuid('rule_id').notNull(),
    ruleName: text('rule_name').notNull(),
    metric: text('metric', { enum: alertMetricIds }).notNull(),
    condition: text('condition', { enum: alertConditions }).notNull(),
    threshold: doublePrecision('threshold').notNull(),
    severity: text('severity', { enum: alertSeverities }).notNull(),
    key: text('key').notNull(),
    label: text('label').notNull(),
    number: integer('number').notNull(),
    value: doublePrecision('value'),
    openedAt: moment('opened_at').notNull(),
    isLate: boolean('is_late').notNull(),
    resolvedAt: moment('resolved_at'),
    endReason: text('end_reason', { enum: alertEndReasons }),
    acknowledgedAt: moment('acknowledged_at'),
    acknowledgedBy: text('acknowledged_by'),
    isMuted: boolean('is_muted').notNull(),
  },
  (table) => [
    uniqueIndex('alert_incidents_number').on(table.ruleId, table.key, table.number),
    index('alert_incidents_newest').on(table.environmentId, table.openedAt, table.id),
    index('alert_incidents_open').on(table.environmentId).where(sql`${table.resolvedAt} IS NULL`),
    index('alert_incidents_resolved').on(table.resolvedAt).where(sql`${table.resolvedAt} IS NOT NULL`),
  ],
)
export type IncidentRow = typeof alertIncidents.$inferSelect

/** The timelines of incidents. */
export const alertChanges = pgTable(
  'alert_changes',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    incidentId: uuid('incident_id')
      .notNull()
      .references(() => alertIncidents.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: alertChangeKinds }).notNull(),
    at: moment('at').notNull(),
    value: doublePrecision('value'),
    by: text('by'),
    note: text('note'),
  },
  (table) => [
    index('alert_changes_incident').on(table.incidentId, table.id),
    uniqueIndex('alert_changes_once')
      .on(table.incidentId, table.kind)
      .where(sql`${table.kind} IN ('opened', 'resolved', 'acknowledged')`),
  ],
)
export type ChangeRow = typeof alertChanges.$inferSelect

/** Receivers of messages. */
export const alertChannels = pgTable(
  'alert_channels',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    name: text('name').notNull(),
    kind: text('kind', { enum: alertChannelKinds }).notNull(),
    /** Recipients, or the URL, encrypted because it is a secret. */
    targetEncrypted: text('target_encrypted').notNull(),
    /** The part of the target that people may see. */
    target: text('target').notNull(),
    /** Signs the messages of a webhook. */
    secretEncrypted: text('secret_encrypted'),
    language: text('language').notNull().$type<Language>(),
    failingSince: moment('failing_since'),
    fault: text('fault'),
    /** Kinora disabled it, because it kept failing. */
    disabledAt: moment('disabled_at'),
    /** The receiver asked to wait until then. */
    pausedUntil: moment('paused_until'),
    createdBy: text('created_by').notNull().default(''),
    /** Null for channels that are older than this column. */
    createdById: uuid('created_by_id'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('alert_channels_environment').on(table.environmentId, table.name)],
)
export type ChannelRow = typeof alertChannels.$inferSelect

/** Messages about a change to a channel. */
export const alertMessages = pgTable(
  'alert_messages',
  {
    /** Sent with each attempt, so that receivers can drop a repeated message. */
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    changeId: uuid('change_id')
      .notNull()
      .references(() => alertChanges.id, { onDelete: 'cascade' }),
    channelId: uuid('channel_id').notNull(),
    channelName: text('channel_name').notNull(),
    channelKind: text('channel_kind', { enum: alertChannelKinds }).notNull(),
    isCritical: boolean('is_critical').notNull(),
    /** Rule and kind of the change: messages with the same ones can be sent as one. */
    ruleId: uuid('rule_id'),
    changeKind: text('change_kind', { enum: alertChangeKinds }),
    /** The message that this one is a part of. */
    mergedInto: uuid('merged_into'),
    state: text('state', { enum: [...alertMessageStates, 'merged'] }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull(),
    claimedUntil: moment('claimed_until'),
    sentAt: moment('sent_at'),
    fault: text('fault'),
    /** The start of the provider's response to an SMS. */
    answer: text('answer'),
    /** Positions of the numbers whose SMS the provider has accepted. */
    accepted: integer('accepted').array().notNull().default([]),
  },
  (table) => [
    uniqueIndex('alert_messages_once').on(table.changeId, table.channelId),
    index('alert_messages_merged').on(table.mergedInto).where(sql`${table.mergedInto} IS NOT NULL`),
    index('alert_messages_due').on(table.channelId, table.id).where(sql`${table.state} = 'due'`),
  ],
)
export type MessageRow = typeof alertMessages.$inferSelect
