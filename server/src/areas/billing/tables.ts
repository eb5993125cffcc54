import type { MeterId, TierMode, WalletStatus } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import {
  bigint,
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
import { moment } from '../../platform/database/tables.ts'

/** A price in JSON, with integers as text. */
export interface StoredPrice {
  readonly mode: TierMode
  readonly per: string
  readonly included: string
  readonly tiers: readonly { readonly upTo: string | null; readonly micros: string }[]
  readonly validFrom: string
}

/** Money, and quantities, as 64-bit integers. */
const integer64 = (name: string) => bigint(name, { mode: 'bigint' })

export const billingPlans = pgTable(
  'billing_plans',
  {
    id: uuid('id').primaryKey(),
    /** The only organization that can choose it. Null for all. */
    organizationId: uuid('organization_id'),
    name: text('name').notNull(),
    currency: text('currency').notNull(),
    /** The plan of new organizations. */
    isDefault: boolean('is_default').notNull().default(false),
    freeEnvironments: text('free_environments').array().notNull().default([]),
    /** Credit for adding payment details. */
    credit: integer64('credit').notNull().default(sql`0`),
    /** The least that a period costs. */
    minimum: integer64('minimum').notNull().default(sql`0`),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('billing_plans_name').on(sql`lower(${table.name})`),
    uniqueIndex('billing_plans_default').on(table.isDefault).where(sql`${table.isDefault}`),
  ],
)

/** Versions of prices. A version is valid until the next one of its plan and meter. A trigger refuses changes. */
export const billingPrices = pgTable(
  'billing_prices',
  {
    id: uuid('id').primaryKey(),
    planId: uuid('plan_id')
      .notNull()
      .references(() => billingPlans.id),
    meter: text('meter').notNull().$type<MeterId>(),
    mode: text('mode').notNull().$type<TierMode>(),
    per: integer64('per').notNull(),
    included: integer64('included').notNull(),
    tiers: jsonb('tiers').notNull().$type<StoredPrice['tiers']>(),
    validFrom: moment('valid_from').notNull(),
  },
  (table) => [uniqueIndex('billing_prices_version').on(table.planId, table.meter, table.validFrom)],
)

/** One row for each organization with usage, which is locked by whatever charges it. */
export const billingWallets = pgTable('billing_wallets', {
  organizationId: uuid('organization_id').primaryKey(),
  /** For the life of the wallet. */
  currency: text('currency').notNull(),
  timezone: text('timezone').notNull(),
  /** New work is refused when the wallet is empty. */
  isPrepaid: boolean('is_prepaid').notNull().default(false),
  graceDays: integer('grace_days').notNull().default(7),
  creditLimit: integer64('credit_limit').notNull().default(sql`0`),
  spendCap: integer64('spend_cap'),
  /** A prepaid wallet counts as low below this balance. */
  warnBelow: integer64('warn_below').notNull().default(sql`5000000`),
  status: text('status').notNull().$type<WalletStatus>().default('ok'),
  emptySince: moment('empty_since'),
  openedAt: moment('opened_at').notNull(),
})
export type WalletRow = typeof billingWallets.$inferSelect

/** The plans of an organization, each until the next one. */
export const billingSubscriptions = pgTable(
  'billing_subscriptions',
  {
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => billingWallets.organizationId),
    startsAt: moment('starts_at').notNull(),
    planId: uuid('plan_id')
      .notNull()
      .references(() => billingPlans.id),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.startsAt] })],
)

/** Parts of billing periods, with one plan and one version of its prices. They are copied, so that nothing changes them. */
export const billingParts = pgTable(
  'billing_parts',
  {
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => billingWallets.organizationId),
    /** From 1. */
    part: integer('part').notNull(),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    periodStartsAt: moment('period_starts_at').notNull(),
    periodEndsAt: moment('period_ends_at').notNull(),
    planId: uuid('plan_id')
      .notNull()
      .references(() => billingPlans.id),
    prices: jsonb('prices').notNull().$type<Readonly<Partial<Record<string, StoredPrice>>>>(),
    /** Units by meter that earlier parts of the period had used when this one began. Tiers and included units go on from them. */
    carried: jsonb('carried').notNull().$type<Readonly<Partial<Record<string, string>>>>(),
    freeEnvironments: text('free_environments').array().notNull(),
    minimum: integer64('minimum').notNull().default(sql`0`),
    /** The sum of the charges that were charged in it. */
    spent: integer64('spent').notNull().default(sql`0`),
    /** When the period was closed with a statement. Later usage is an adjustment of the current period. */
    closedAt: moment('closed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.part] }),
    index('billing_parts_open').on(table.periodEndsAt).where(sql`${table.closedAt} IS NULL`),
  ],
)
export type PartRow = typeof billingParts.$inferSelect

/** `cash`: what the organization has paid, as a negative balance. */
export const accountKinds = ['wallet', 'revenue', 'credit', 'cash', 'tax'] as const
export type AccountKind = (typeof accountKinds)[number]

/** Accounts of the ledger. Each belongs to one organization, so that organizations do not wait for each other. */
export const billingAccounts = pgTable(
  'billing_accounts',
  {
    id: integer64('id').primaryKey().generatedAlwaysAsIdentity(),
    organizationId: uuid('organization_id').notNull(),
    kind: text('kind').notNull().$type<AccountKind>(),
    currency: text('currency').notNull(),
    balance: integer64('balance').notNull().default(sql`0`),
    /** Sum of the holds that are not released. */
    held: integer64('held').notNull().default(sql`0`),
    /** Number of entries. */
    seq: integer64('seq').notNull().default(sql`0`),
  },
  (table) => [uniqueIndex('billing_accounts_kind').on(table.organizationId, table.kind)],
)

/** Postings. A trigger refuses changes. */
export const billingJournals = pgTable(
  'billing_journals',
  {
    id: integer64('id').primaryKey().generatedAlwaysAsIdentity(),
    key: text('key').notNull().unique(),
    organizationId: uuid('organization_id').notNull(),
    kind: text('kind').notNull(),
    lines: jsonb('lines')
      .notNull()
      .$type<readonly { readonly account: AccountKind; readonly amount: string }[]>(),
    note: text('note').notNull(),
    postedAt: moment('posted_at').notNull(),
  },
  (table) => [
    index('billing_journals_organization').on(table.organizationId, table.id),
    index('billing_journals_posted_at').on(table.organizationId, table.postedAt),
    index('billing_journals_others').on(table.postedAt).where(sql`${table.kind} <> 'charge'`),
  ],
)

/** The lines of journals, as a chain for each account. A trigger refuses changes. */
export const billingEntries = pgTable(
  'billing_entries',
  {
    accountId: integer64('account_id')
      .notNull()
      .references(() => billingAccounts.id),
    /** From 1, without gaps. */
    seq: integer64('seq').notNull(),
    journalId: integer64('journal_id')
      .notNull()
      .references(() => billingJournals.id),
    amount: integer64('amount').notNull(),
    /** Balance of the account after this entry. */
    balance: integer64('balance').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.seq] }),
    index('billing_entries_journal').on(table.journalId),
  ],
)

/** Money that is reserved for work. `due`: the work has ended, and its charge releases the hold. */
export const billingHolds = pgTable(
  'billing_holds',
  {
    key: text('key').primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    accountId: integer64('account_id')
      .notNull()
      .references(() => billingAccounts.id),
    amount: integer64('amount').notNull(),
    state: text('state', { enum: ['open', 'due', 'released'] }).notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('billing_holds_due').on(table.organizationId).where(sql`${table.state} = 'due'`),
    index('billing_holds_expiry').on(table.expiresAt).where(sql`${table.state} = 'open'`),
    index('billing_holds_account').on(table.accountId).where(sql`${table.state} <> 'released'`),
  ],
)

/** Charges for usage of a meter: the price of the total after it, less the price of the total before it. A trigger refuses changes. */
export const billingCharges = pgTable(
  'billing_charges',
  {
    organizationId: uuid('organization_id').notNull(),
    /** The part in which the usage occurred. */
    part: integer('part').notNull(),
    meter: text('meter').notNull().$type<MeterId>(),
    /** From 1. */
    number: integer('number').notNull(),
    totalBefore: integer64('total_before').notNull(),
    totalAfter: integer64('total_after').notNull(),
    amount: integer64('amount').notNull(),
    /** Another part than `part` for usage that arrived more than a day after the end of its period. */
    chargedIn: integer('charged_in').notNull(),
    journalId: integer64('journal_id').references(() => billingJournals.id),
    chargedAt: moment('charged_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.part, table.meter, table.number] }),
    index('billing_charges_charged_in').on(table.organizationId, table.chargedIn),
    index('billing_charges_charged_at').on(table.organizationId, table.chargedAt),
    index('billing_charges_time').using('brin', table.chargedAt),
  ],
)

/** Books that do not add up, or that could not be checked. Only the first stop charges. */
export interface Fault {
  readonly organizationId: string
  readonly kind: 'wrong' | 'not-checked'
  readonly what: string
}

/** Results of the daily proof. */
export const billingProofs = pgTable('billing_proofs', {
  /** Order of the proofs, also if the clock was set back. */
  id: integer64('id').primaryKey().generatedAlwaysAsIdentity(),
  checkedAt: moment('checked_at').notNull(),
  accounts: integer('accounts').notNull(),
  faults: jsonb('faults').notNull().$type<Fault[]>(),
})

/** Organizations whose books did not add up when they were last checked: they are not charged. */
export const billingFaulty = pgTable('billing_faulty', {
  organizationId: uuid('organization_id').primaryKey(),
  since: moment('since').notNull(),
})
