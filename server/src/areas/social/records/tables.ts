import {
  type SocialExtra,
  socialAccountReasons,
  socialAccountStates,
  socialFaults,
  socialNetworks,
  socialPostStates,
  socialPrivacies,
  socialReasons,
} from '@kinora/contract'
import { isNotNull } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from '../../../platform/database/tables.ts'

/** Apps of networks, with which people are asked for access to their accounts. */
export const socialApps = pgTable(
  'social_apps',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    network: text('network', { enum: socialNetworks }).notNull(),
    clientId: text('client_id').notNull(),
    /** Encrypted. */
    clientSecret: text('client_secret').notNull(),
    isAudited: boolean('is_audited').notNull(),
    /** Until when the network takes no more of its requests. */
    quotaUntil: moment('quota_until'),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [uniqueIndex('social_apps_network').on(table.environmentId, table.network)],
)
export type AppRow = typeof socialApps.$inferSelect

export const socialAccounts = pgTable(
  'social_accounts',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    network: text('network', { enum: socialNetworks }).notNull(),
    remoteId: text('remote_id').notNull(),
    name: text('name').notNull(),
    url: text('url'),
    /** The app that it was connected with: tokens of another one are worth nothing. */
    clientId: text('client_id').notNull(),
    /** Encrypted. */
    accessToken: text('access_token').notNull(),
    /** Encrypted. */
    refreshToken: text('refresh_token'),
    accessUntil: moment('access_until').notNull(),
    state: text('state', { enum: socialAccountStates }).notNull(),
    reason: text('reason', { enum: socialAccountReasons }),
    connectedBy: text('connected_by').notNull(),
    connectedAt: moment('connected_at').notNull(),
    checkedAt: moment('checked_at'),
  },
  (table) => [
    uniqueIndex('social_accounts_remote').on(table.environmentId, table.network, table.remoteId),
    index('social_accounts_newest').on(table.environmentId, table.connectedAt.desc().nullsFirst(), table.id),
  ],
)
export type AccountRow = typeof socialAccounts.$inferSelect

/** Connections that people have begun. Each is used once. */
export const socialStates = pgTable(
  'social_states',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    userId: uuid('user_id').notNull(),
    network: text('network', { enum: socialNetworks }).notNull(),
    stateHash: bytea('state_hash').notNull(),
    /** The PKCE verifier, encrypted. */
    verifier: text('verifier').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    clientId: text('client_id').notNull(),
    /** The account that must be connected again. */
    accountId: uuid('account_id'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('social_states_hash').on(table.stateHash),
    index('social_states_expired').on(table.expiresAt),
  ],
)

export const socialPosts = pgTable(
  'social_posts',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    contentId: uuid('content_id').notNull(),
    accountId: uuid('account_id').references(() => socialAccounts.id, { onDelete: 'set null' }),
    accountName: text('account_name').notNull(),
    network: text('network', { enum: socialNetworks }).notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    tags: jsonb('tags').notNull().$type<string[]>(),
    privacy: text('privacy', { enum: socialPrivacies }).notNull(),
    /** The title, the text and the account, folded for search. */
    searchText: text('search_text').notNull(),
    publishAt: moment('publish_at'),
    zone: text('zone').notNull(),
    state: text('state', { enum: socialPostStates }).notNull(),
    fault: text('fault', { enum: socialFaults }),
    reason: text('reason', { enum: socialReasons }),
    detail: text('detail'),
    /** The step that its driver has saved before the next request. Encrypted. */
    step: text('step'),
    /** Whether the network may publish it without another request. */
    mayBeThere: boolean('may_be_there').notNull().default(false),
    /** The most that an upload of it has sent. */
    sentBytes: bigint('sent_bytes', { mode: 'number' }).notNull().default(0),
    totalBytes: bigint('total_bytes', { mode: 'number' }).notNull().default(0),
    /** Attempts since the last progress. */
    attempts: integer('attempts').notNull().default(0),
    /** When it goes on. Null while a job works on it, and in states that end. */
    nextAt: moment('next_at'),
    /** Counts the jobs that began to work on it, and what people did: an older job changes nothing. */
    fence: integer('fence').notNull().default(0),
    remoteId: text('remote_id'),
    url: text('url'),
    withThumbnail: boolean('with_thumbnail').notNull().default(false),
    withCaptions: boolean('with_captions').notNull().default(false),
    extras: jsonb('extras').notNull().default([]).$type<SocialExtra[]>(),
    createdBy: text('created_by').notNull(),
    createdById: uuid('created_by_id').notNull(),
    createdAt: moment('created_at').notNull(),
    changedAt: moment('changed_at').notNull(),
    publishedAt: moment('published_at'),
    /** The time by which lists are sorted: of publication, or planned, or of creation. */
    shownAt: moment('shown_at').notNull(),
  },
  (table) => [
    index('social_posts_latest').on(
      table.environmentId,
      table.shownAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('social_posts_content').on(
      table.contentId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('social_posts_account').on(table.accountId),
    index('social_posts_due').on(table.nextAt).where(isNotNull(table.nextAt)),
  ],
)
export type PostRow = typeof socialPosts.$inferSelect
