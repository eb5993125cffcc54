import {
  type AccountPlace,
  type AccountSecretName,
  accountKinds,
  accountReasons,
  accountStates,
  afterRules,
  type CompanionFault,
  type CompanionKind,
  cloudExportReasons,
  cloudExportStates,
  type ExportKind,
  existingRules,
  playbackPolicies,
  settleRules,
  sidecarRules,
  watchFileReasons,
  watchFileStates,
  watchFolderReasons,
} from '@kinora/contract'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../platform/database/tables.ts'

/** Servers and clouds whose folders can be watched. */
export const cloudAccounts = pgTable(
  'cloud_accounts',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    name: text('name').notNull(),
    kind: text('kind', { enum: accountKinds }).notNull(),
    settings: jsonb('settings').notNull().$type<AccountPlace['settings']>(),
    secretsEncrypted: text('secrets_encrypted').notNull(),
    /** Names of the secrets that it has. */
    secretNames: jsonb('secret_names').notNull().$type<AccountSecretName[]>(),
    /** Fingerprint that the key of an SFTP server must have. Pinned at the first connection. */
    hostKey: text('host_key'),
    state: text('state', { enum: accountStates }).notNull().default('ok'),
    reason: text('reason', { enum: accountReasons }),
    checkedAt: moment('checked_at'),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [index('cloud_accounts_names').on(table.environmentId, table.name)],
)
export type CloudAccountRow = typeof cloudAccounts.$inferSelect

/** Folders whose files become videos. */
export const watchFolders = pgTable(
  'watch_folders',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    name: text('name').notNull(),
    /** Whether a person chose its files. It is never listed, and shown nowhere. */
    isImport: boolean('is_import').notNull().default(false),
    /** Without an account, the folder is one of the server itself. */
    accountId: uuid('account_id').references(() => cloudAccounts.id),
    root: text('root').notNull(),
    path: text('path').notNull(),
    isRecursive: boolean('is_recursive').notNull(),
    include: jsonb('include').notNull().$type<string[]>(),
    exclude: jsonb('exclude').notNull().$type<string[]>(),
    existing: text('existing', { enum: existingRules }).notNull(),
    quietSeconds: integer('quiet_seconds').notNull(),
    settle: text('settle', { enum: settleRules }).notNull().default('quiet'),
    /** Ending of the names of markers. */
    marker: text('marker').notNull().default('.done'),
    /** Pattern of the names of manifests. */
    manifest: text('manifest').notNull().default('manifest.*'),
    sidecars: text('sidecars', { enum: sidecarRules }).notNull().default('ignore'),
    collectionId: uuid('collection_id'),
    encodingProfileId: uuid('encoding_profile_id'),
    playbackPolicy: text('playback_policy', { enum: playbackPolicies }).notNull(),
    tags: jsonb('tags').notNull().$type<string[]>(),
    after: text('after', { enum: afterRules }).notNull(),
    isPaused: boolean('is_paused').notNull().default(false),
    /** Why its files could not be listed. */
    reason: text('reason', { enum: watchFolderReasons }),
    /** Whether its files were listed to the end at least once. */
    isKnown: boolean('is_known').notNull().default(false),
    scannedAt: moment('scanned_at'),
    /** When its files are listed next. Beyond the present while a process lists them. */
    scanAt: moment('scan_at').notNull(),
    /** Counts processes that began to list its files: an older one changes nothing. */
    fence: integer('fence').notNull().default(0),
    createdBy: text('created_by').notNull(),
    createdById: uuid('created_by_id').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('watch_folders_newest').on(table.environmentId, table.createdAt.desc().nullsFirst(), table.id),
    index('watch_folders_due').on(table.scanAt),
    index('watch_folders_imports').on(table.environmentId, table.createdAt).where(sql`${table.isImport}`),
    index('watch_folders_accounts').on(table.accountId).where(sql`${table.accountId} IS NOT NULL`),
  ],
)
export type WatchFolderRow = typeof watchFolders.$inferSelect

/** A file that belongs to another one, in the version that was looked at. */
export interface Companion {
  readonly path: string
  readonly kind: CompanionKind
  readonly fault: CompanionFault | null
  readonly size: number
  readonly modifiedAt: string
  readonly etag: string | null
  /** A marker that was the one of an earlier version of the file, and vouches for no other. */
  readonly isSpent?: true
}

/** Checksums in hexadecimal digits. */
export interface Checksums {
  readonly md5?: string | undefined
  readonly sha1?: string | undefined
  readonly sha256?: string | undefined
}

/** Versions of files: one that changes after it was taken or skipped is another version. */
export const watchFiles = pgTable(
  'watch_files',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    folderId: uuid('folder_id')
      .notNull()
      .references(() => watchFolders.id, { onDelete: 'cascade' }),
    /** Below the watched folder. */
    path: text('path').notNull(),
    /** The path, folded for search. */
    searchText: text('search_text').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    modifiedAt: moment('modified_at').notNull(),
    /** Its version, as its server names it. */
    etag: text('etag'),
    /** Whether it is the version that is in the folder, or was last. */
    isCurrent: boolean('is_current').notNull().default(true),
    state: text('state', { enum: watchFileStates }).notNull(),
    reason: text('reason', { enum: watchFileReasons }),
    /** Taken as it is, by a person. */
    isForced: boolean('is_forced').notNull().default(false),
    /** Since when it did not change. */
    quietSince: moment('quiet_since').notNull(),
    /** When its container is looked at next. Null if it does not wait. */
    lookAt: moment('look_at'),
    seenAt: moment('seen_at').notNull(),
    changedAt: moment('changed_at').notNull(),
    sha256: text('sha256'),
    contentId: uuid('content_id'),
    /** Whether the file was moved or deleted after its video was made, or stays. */
    isCleared: boolean('is_cleared').notNull().default(false),
    /** How often its server failed while it was taken. */
    attempts: integer('attempts').notNull().default(0),
    /** The files that belong to it, as they were when they were used. */
    companions: jsonb('companions').notNull().default([]).$type<Companion[]>(),
    /** Checksums of its manifest. */
    checksums: jsonb('checksums').$type<Checksums>(),
  },
  (table) => [
    uniqueIndex('watch_files_current').on(table.folderId, table.path).where(sql`${table.isCurrent}`),
    index('watch_files_latest').on(
      table.folderId,
      table.changedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('watch_files_state').on(
      table.folderId,
      table.state,
      table.changedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('watch_files_due').on(table.folderId, table.lookAt).where(sql`${table.state} = 'settling'`),
    index('watch_files_hash').on(table.folderId, table.sha256).where(sql`${table.contentId} IS NOT NULL`),
  ],
)
export type WatchFileRow = typeof watchFiles.$inferSelect

/** Rules by which videos are exported when they become ready. */
export const exportRules = pgTable(
  'export_rules',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    name: text('name').notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => cloudAccounts.id),
    path: text('path').notNull(),
    files: jsonb('files').notNull().$type<ExportKind[]>(),
    collectionId: uuid('collection_id'),
    tags: jsonb('tags').notNull().$type<string[]>(),
    isPaused: boolean('is_paused').notNull().default(false),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('export_rules_names').on(table.environmentId, table.name),
    index('export_rules_accounts').on(table.accountId),
  ],
)
export type ExportRuleRow = typeof exportRules.$inferSelect

/** A file of an export in its account. */
export interface WrittenFile {
  /** Below the folder of the account. */
  readonly path: string
  /** Bytes. Known before the file is written, so that another attempt knows it again. */
  readonly size: number
  readonly isDone: boolean
}

/** Exports of videos to accounts. */
export const cloudExports = pgTable(
  'cloud_exports',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => cloudAccounts.id, { onDelete: 'cascade' }),
    contentId: uuid('content_id').notNull(),
    /** Title of the video at the time. */
    title: text('title').notNull(),
    path: text('path').notNull(),
    files: jsonb('files').notNull().$type<ExportKind[]>(),
    ruleId: uuid('rule_id').references(() => exportRules.id, { onDelete: 'set null' }),
    /** The file of the video that the rule exported. Empty for the first one. */
    version: text('version').notNull().default(''),
    state: text('state', { enum: cloudExportStates }).notNull(),
    reason: text('reason', { enum: cloudExportReasons }),
    /** The start of the names of its files. Null until it is chosen. */
    baseName: text('base_name'),
    written: jsonb('written').notNull().default([]).$type<WrittenFile[]>(),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [
    // A rule exports each file of a video once.
    uniqueIndex('cloud_exports_once')
      .on(table.ruleId, table.contentId, table.version)
      .where(sql`${table.ruleId} IS NOT NULL`),
    index('cloud_exports_newest').on(table.environmentId, table.createdAt.desc().nullsFirst(), table.id),
    index('cloud_exports_videos').on(table.contentId),
    index('cloud_exports_accounts').on(table.accountId),
    index('cloud_exports_ended').on(table.changedAt).where(sql`${table.state} IN ('done', 'failed')`),
  ],
)
export type CloudExportRow = typeof cloudExports.$inferSelect
