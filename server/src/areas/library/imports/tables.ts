import {
  type ImportField,
  type ImportMapping,
  importStops,
  playbackPolicies,
  type RowFault,
  repeatChoices,
  skipReasons,
} from '@kinora/contract'
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
import { moment } from '../../../platform/database/tables.ts'
import type { StoredAddress } from '../../../platform/net/stored-address.ts'
import { collections } from '../contents/tables.ts'

/** Spreadsheets that list videos: drafts and started imports. */
export const imports = pgTable(
  'imports',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    fileName: text('file_name').notNull(),
    collectionId: uuid('collection_id').references(() => collections.id, { onDelete: 'set null' }),
    /** Column names. */
    head: text('head').array().notNull(),
    mapping: jsonb('mapping').notNull().$type<ImportMapping>(),
    playbackPolicy: text('playback_policy', { enum: playbackPolicies }).notNull(),
    /** Null for the environment's default; also used if the profile was deleted. */
    encodingProfileId: uuid('encoding_profile_id'),
    repeats: text('repeats', { enum: repeatChoices }).notNull(),
    isTest: boolean('is_test').notNull().default(false),
    rowCount: integer('row_count').notNull(),
    createdBy: text('created_by').notNull(),
    createdById: uuid('created_by_id'),
    createdAt: moment('created_at').notNull(),
    startedAt: moment('started_at'),
    /** Why the import stopped. A user must resume it. */
    stop: text('stop', { enum: importStops }),
  },
  (table) => [
    index('imports_newest').on(table.environmentId, table.createdAt.desc().nullsFirst(), table.id),
    index('imports_age').on(table.createdAt),
  ],
)

/** The values of a row, with its whole address. */
export interface RowValues {
  readonly url: string
  readonly title: string
  readonly description: string
  readonly tags: readonly string[]
  readonly externalId: string | null
  readonly playbackPolicy: (typeof playbackPolicies)[number]
}

/** The values of a row as they are stored. */
export interface StoredValues extends Omit<RowValues, 'url'> {
  readonly url: StoredAddress
}

export interface FieldFault {
  readonly field: ImportField
  readonly id: RowFault
}

export const importRows = pgTable(
  'import_rows',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** Row number in the file, from 1. */
    number: integer('number').notNull(),
    /** Cells of the row in the file. Those that are addresses have their secrets encrypted. */
    cells: text('cells').array().notNull().$type<StoredAddress[]>(),
    values: jsonb('values').notNull().$type<StoredValues>(),
    faults: jsonb('faults').notNull().$type<readonly FieldFault[]>(),
    /** `made`: the row became a content, whose state applies from then on. */
    state: text('state', {
      enum: ['invalid', 'skipped', 'waiting', 'made', 'refused', 'cancelled'],
    }).notNull(),
    skipReason: text('skip_reason', { enum: skipReasons }),
    /** Why no content was created. */
    errorId: text('error_id'),
    /** ID of the content, stored in the same transaction, so that a row has at most one. The content may be deleted
     * later. */
    contentId: uuid('content_id'),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.number] }),
    uniqueIndex('import_rows_content').on(table.contentId),
  ],
)
