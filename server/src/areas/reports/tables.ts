import {
  dimensions,
  embedRanges,
  embedThemes,
  languages,
  type ReportBody,
  type ReportFormat,
  type ReportMetric,
  reportFrequencies,
  reportReasons,
  reportRunStates,
} from '@kinora/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from '../../platform/database/tables.ts'

/** Reports that are emailed on a schedule. Times are local times of a zone, never instants. */
export const reports = pgTable(
  'reports',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    name: text('name').notNull(),
    /** The name, folded for search. */
    searchText: text('search_text').notNull(),
    recipients: jsonb('recipients').notNull().$type<string[]>(),
    frequency: text('frequency', { enum: reportFrequencies }).notNull(),
    sendOn: date('send_on'),
    weekday: integer('weekday'),
    monthDay: integer('month_day'),
    sendTime: text('send_time').notNull(),
    from: date('from').notNull(),
    to: date('to'),
    timezone: text('timezone').notNull(),
    metrics: jsonb('metrics').notNull().$type<ReportMetric[]>(),
    filters: jsonb('filters').notNull().$type<ReportBody['filters']>(),
    splitBy: text('split_by', { enum: dimensions }),
    formats: jsonb('formats').notNull().$type<ReportFormat[]>(),
    language: text('language', { enum: languages }).notNull(),
    /** The part of the webhook's address that people may see. Null without a webhook. */
    webhookHost: text('webhook_host'),
    /** Address and signing secret of the webhook. */
    webhookEncrypted: text('webhook_encrypted'),
    isPaused: boolean('is_paused').notNull().default(false),
    /** When the sweep makes the next run. Null if it is paused or has ended. */
    nextAt: moment('next_at'),
    createdBy: text('created_by').notNull(),
    savedBy: text('saved_by').notNull(),
    /** The person with whose rights figures are computed. */
    savedById: uuid('saved_by_id').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('reports_newest').on(table.environmentId, table.createdAt.desc().nullsFirst(), table.id),
    index('reports_organization').on(table.organizationId),
    index('reports_due').on(table.nextAt).where(sql`${table.nextAt} IS NOT NULL`),
  ],
)
export type ReportRow = typeof reports.$inferSelect
export type ReportRef = Pick<ReportRow, 'id' | 'environmentId'>

/** The report of a run, as it was when the run began. */
export type AskedReport = Pick<
  ReportRow,
  | 'organizationId'
  | 'name'
  | 'recipients'
  | 'timezone'
  | 'metrics'
  | 'filters'
  | 'splitBy'
  | 'formats'
  | 'language'
  | 'savedBy'
  | 'savedById'
>

/** A figure of a run, with all digits. */
export interface RunFigure {
  readonly metric: ReportMetric
  readonly unit: string
  readonly value: number | null
  readonly previous: number | null
}

/** The email of a run, without its files. `{unsubscribe}` is the address of the recipient's link. */
export interface RunEmail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Runs of reports. A schedule has one for each local date. */
export const reportRuns = pgTable(
  'report_runs',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    localDate: date('local_date').notNull(),
    trigger: text('trigger', { enum: ['schedule', 'person'] }).notNull(),
    state: text('state', { enum: reportRunStates }).notNull(),
    reason: text('reason', { enum: reportReasons }),
    isLate: boolean('is_late').notNull().default(false),
    coversFrom: moment('covers_from').notNull(),
    coversTo: moment('covers_to').notNull(),
    /** Counts retries by people. */
    attempt: integer('attempt').notNull().default(1),
    asked: jsonb('asked').notNull().$type<AskedReport>(),
    files: jsonb('files').notNull().default([]).$type<{ format: ReportFormat; bytes: number }[]>(),
    email: jsonb('email').$type<RunEmail>(),
    figures: jsonb('figures').notNull().default([]).$type<readonly RunFigure[]>(),
    dueAt: moment('due_at').notNull(),
    changedAt: moment('changed_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    uniqueIndex('report_runs_date')
      .on(table.reportId, table.localDate)
      .where(sql`${table.trigger} = 'schedule'`),
    index('report_runs_newest').on(table.reportId, table.dueAt, table.id),
    index('report_runs_age').on(table.dueAt),
    index('report_runs_open')
      .on(table.changedAt)
      .where(sql`${table.state} IN ('due', 'rendering', 'sending')`),
  ],
)
export type RunRow = typeof reportRuns.$inferSelect
export type RunRef = Pick<RunRow, 'id' | 'environmentId'>

/** The email to each recipient of a run, and the request to its webhook. */
export const reportMails = pgTable(
  'report_mails',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    runId: uuid('run_id')
      .notNull()
      .references(() => reportRuns.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['email', 'webhook'] })
      .notNull()
      .default('email'),
    /** An address, or the host of the webhook. */
    recipient: text('recipient').notNull(),
    state: text('state', { enum: ['due', 'sending', 'sent', 'failed'] }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    error: text('error'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('report_mails_recipient').on(table.runId, table.recipient),
    index('report_mails_limit').on(table.organizationId, table.createdAt),
  ],
)
export type MailRow = typeof reportMails.$inferSelect

/** Recipients who want no more emails of a report. */
export const reportUnsubscribes = pgTable(
  'report_unsubscribes',
  {
    environmentId: uuid('environment_id').notNull(),
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    addressHash: text('address_hash').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.reportId, table.addressHash] })],
)

/** Reports that pages of other sites show in a frame. The question never changes. */
export const reportEmbeds = pgTable(
  'report_embeds',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    name: text('name').notNull(),
    /** The name, folded for search. */
    searchText: text('search_text').notNull(),
    metrics: jsonb('metrics').notNull().$type<ReportMetric[]>(),
    filters: jsonb('filters').notNull().$type<ReportBody['filters']>(),
    splitBy: text('split_by', { enum: dimensions }),
    range: text('range', { enum: embedRanges }).notNull(),
    timezone: text('timezone').notNull(),
    language: text('language', { enum: languages }).notNull(),
    theme: text('theme', { enum: embedThemes }).notNull(),
    sites: jsonb('sites').notNull().$type<string[]>(),
    /** SHA-256 in hexadecimal. Secrets are random, so a fast hash is safe. */
    secretHash: text('secret_hash').notNull(),
    /** For the code that people copy. */
    secretEncrypted: text('secret_encrypted').notNull(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    shownAt: moment('shown_at'),
    createdBy: text('created_by').notNull(),
    /** The person with whose rights figures are computed. */
    createdById: uuid('created_by_id').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('report_embeds_newest').on(table.environmentId, table.createdAt.desc().nullsFirst(), table.id),
    index('report_embeds_organization').on(table.organizationId),
    index('report_embeds_end').on(table.expiresAt),
  ],
)
export type EmbedRow = typeof reportEmbeds.$inferSelect
