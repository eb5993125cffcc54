import { builtInRoles, languages, products, type TokenPermission } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea, moment } from '../../platform/database/tables.ts'

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    /** Null for users who sign in only with Google. */
    passwordHash: text('password_hash'),
    /** ID of the Google account. */
    googleSubject: text('google_subject'),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    isAdmin: boolean('is_admin').notNull(),
    language: text('language', { enum: languages }).notNull().default('en'),
    verifiedAt: moment('verified_at'),
    /** Encrypted. In effect once it is confirmed. */
    totpSecret: text('totp_secret'),
    totpConfirmedAt: moment('totp_confirmed_at'),
    /** Last used time step: RFC 6238 accepts each code once. */
    totpUsedStep: integer('totp_used_step'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_email').on(sql`lower(${table.email})`),
    uniqueIndex('users_google').on(table.googleSubject),
  ],
)

/** One-time codes that replace a lost authenticator. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: bytea('code_hash').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** Six-digit codes sent by email, one for each request that a browser made for an address and purpose. */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    emailHash: bytea('email_hash').notNull(),
    purpose: text('purpose', { enum: ['verify-email', 'reset-password', 'sign-up'] }).notNull(),
    /** Hash of what only the browser that asked knows. */
    challengeHash: bytea('challenge_hash').notNull(),
    /** argon2id, because six digits are quickly guessed from a fast hash. */
    codeHash: text('code_hash').notNull(),
    attempts: integer('attempts').notNull().default(0),
    sentAt: moment('sent_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.emailHash, table.purpose, table.challengeHash] })],
)

/** Nonces of sign-ins with Google that have begun. */
export const googleNonces = pgTable('google_nonces', {
  nonceHash: bytea('nonce_hash').primaryKey(),
  expiresAt: moment('expires_at').notNull(),
})

/** Purpose of a one-time code. */
export type Purpose = (typeof oneTimeCodes.$inferSelect)['purpose']

/** Sessions of signed-in users. Only the hash of the token is stored. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: bytea('token_hash').notNull(),
    /** The administrator who acts as the user. */
    impersonatorId: uuid('impersonator_id'),
    impersonatorName: text('impersonator_name'),
    userAgent: text('user_agent'),
    address: text('address'),
    createdAt: moment('created_at').notNull(),
    /** When the person last proved who they are. */
    authenticatedAt: moment('authenticated_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
  },
  (table) => [uniqueIndex('sessions_token').on(table.tokenHash), index('sessions_user').on(table.userId)],
)

/** Failed sign-ins by hash of the entered email address, whether or not it has an account. */
export const signInFailures = pgTable('sign_in_failures', {
  emailHash: bytea('email_hash').primaryKey(),
  failures: integer('failures').notNull(),
  lockedUntil: moment('locked_until'),
  updatedAt: moment('updated_at').notNull(),
})

export const organizations = pgTable('organizations', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  isActive: boolean('is_active').notNull(),
  isSubscribed: boolean('is_subscribed').notNull(),
  alertMessage: text('alert_message'),
  title: text('title'),
  /** Storage key of the logo. */
  logoKey: text('logo_key'),
  settings: jsonb('settings').notNull().$type<Record<string, string>>(),
  /** All members need a second factor. */
  requiresSecondFactor: boolean('requires_second_factor').notNull().default(false),
  /** Sessions of members end after this time without use. Null for the time of the installation. */
  sessionIdleMinutes: integer('session_idle_minutes'),
  createdAt: moment('created_at').notNull(),
})

export const roles = pgTable(
  'roles',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    builtIn: text('built_in', { enum: builtInRoles }),
    /** JSON text. Null grants all rights on all enabled modules. */
    permissions: text('permissions'),
    /** Holders need a second factor. */
    requiresSecondFactor: boolean('requires_second_factor').notNull().default(false),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('roles_name').on(table.organizationId, sql`lower(${table.name})`)],
)

export const members = pgTable(
  'members',
  {
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    roleId: uuid('role_id')
      .notNull()
      .references(() => roles.id),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.organizationId] }),
    index('members_organization').on(table.organizationId),
  ],
)

export const environments = pgTable(
  'environments',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    type: text('type', { enum: ['development', 'qa', 'staging', 'production'] }).notNull(),
    /** Public name, which grants nothing. */
    envKey: text('env_key').notNull().default(sql`replace(gen_random_uuid()::text, '-', '')`),
    /** Views are kept without a city and without an ID of the viewer. */
    viewerPrivacy: boolean('viewer_privacy').notNull().default(false),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('environments_name').on(table.organizationId, sql`lower(${table.name})`),
    uniqueIndex('environments_key').on(table.envKey),
  ],
)

/** Roles in single environments. They override the member's role in the organization. */
export const environmentRoles = pgTable(
  'environment_roles',
  {
    environmentId: uuid('environment_id')
      .notNull()
      .references(() => environments.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    roleId: uuid('role_id')
      .notNull()
      .references(() => roles.id),
  },
  (table) => [primaryKey({ columns: [table.userId, table.environmentId] })],
)

/** Invitations that are neither accepted nor revoked. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    roleId: uuid('role_id')
      .notNull()
      .references(() => roles.id),
    /** Hash of the link's token. Null until the email is sent. */
    tokenHash: bytea('token_hash'),
    invitedBy: uuid('invited_by').notNull(),
    invitedByName: text('invited_by_name').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('invitations_email').on(table.organizationId, sql`lower(${table.email})`),
    uniqueIndex('invitations_token').on(table.tokenHash),
  ],
)

/** Credentials of programs. Only the hash of the secret is stored. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id')
      .notNull()
      .references(() => environments.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    permission: text('permission').array().notNull().$type<TokenPermission[]>(),
    secretHash: bytea('secret_hash').notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdByName: text('created_by_name').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
    expiresAt: moment('expires_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    uniqueIndex('api_tokens_secret').on(table.secretHash),
    index('api_tokens_environment').on(table.environmentId, table.createdAt.desc().nullsFirst()),
  ],
)

/** Public keys that verify playback tokens. Customers have the private keys. */
export const signingKeys = pgTable(
  'signing_keys',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id')
      .notNull()
      .references(() => environments.id, { onDelete: 'cascade' }),
    product: text('product', { enum: products }).notNull(),
    /** PEM, SubjectPublicKeyInfo. */
    publicKey: text('public_key').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('signing_keys_environment').on(table.environmentId, table.createdAt.desc().nullsFirst())],
)
