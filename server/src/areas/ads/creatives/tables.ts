import { adCreativeStates } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import {
  doublePrecision,
  index,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import type { StoredAddress } from '../../../platform/net/stored-address.ts'
import type { AdOutput } from './outputs.ts'
import type { AdShape } from './shape.ts'

/** Ads, each encoded for videos of one shape. */
export const adCreatives = pgTable(
  'ad_creatives',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    /** Hash of the ad's universal ID and file, or else of the URL of its file. */
    key: text('key').notNull(),
    mediaUrl: text('media_url').notNull().$type<StoredAddress>(),
    /** Hash of `shape`. */
    shapeKey: text('shape_key').notNull(),
    shape: jsonb('shape').notNull().$type<AdShape>(),
    state: text('state', { enum: adCreativeStates }).notNull(),
    error: text('error'),
    durationS: doublePrecision('duration_s'),
    outputs: jsonb('outputs').notNull().$type<readonly AdOutput[]>(),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at').notNull(),
    /** Priority of encoding: the highest rank first. */
    rank: smallint('rank').notNull().default(1),
    /** SHA-256 of the source file. Null if unknown. */
    sourceHash: text('source_hash'),
    /** Last check whether the source file was replaced. */
    checkedAt: moment('checked_at').notNull(),
    /** ID of the creative whose files this one shares. Null if it has its own files. */
    filesOf: uuid('files_of'),
  },
  (table) => [
    uniqueIndex('ad_creatives_shape').on(table.environmentId, table.key, table.shapeKey),
    index('ad_creatives_used').on(table.usedAt),
    index('ad_creatives_waiting').on(table.environmentId).where(sql`state = 'preparing'`),
    index('ad_creatives_source').on(table.environmentId, table.shapeKey, table.sourceHash),
    index('ad_creatives_files').on(table.filesOf).where(sql`files_of IS NOT NULL`),
  ],
)

export type CreativeRow = typeof adCreatives.$inferSelect
