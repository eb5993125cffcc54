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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from '../../platform/tables.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    isAdmin: boolean('is_admin').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('users_email').on(sql`lower(${table.email})`)],
)

/** Signed-in browsers. The token itself is nowhere, only its hash. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: bytea('token_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
  },
  (table) => [uniqueIndex('sessions_token').on(table.tokenHash), index('sessions_user').on(table.userId)],
)

/** Failed sign-ins by a hash of the e-mail that was typed, whether or not there is such an account. */
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
  settings: jsonb('settings').notNull().$type<Record<string, string>>(),
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
    /** JSON text; null is full rights on every enabled module. */
    permissions: text('permissions'),
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
    createdAt: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('environments_name').on(table.organizationId, sql`lower(${table.name})`)],
)

/** Roles that hold in one environment only, before the member's role in the organisation. */
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
