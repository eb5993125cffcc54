import { adCreativeStates } from '@kinora/contract'
import { doublePrecision, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import type { AdOutput } from './outputs.ts'
import type { AdShape } from './shape.ts'

/** Ads as they are encoded for videos of one shape. */
export const adCreatives = pgTable(
  'ad_creatives',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    /** Hash of the ad's universal ID, or else of the URL of its file. */
    key: text('key').notNull(),
    mediaUrl: text('media_url').notNull(),
    /** Hash of `shape`. */
    shapeKey: text('shape_key').notNull(),
    shape: jsonb('shape').notNull().$type<AdShape>(),
    state: text('state', { enum: adCreativeStates }).notNull(),
    error: text('error'),
    durationS: doublePrecision('duration_s'),
    outputs: jsonb('outputs').notNull().$type<readonly AdOutput[]>(),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at').notNull(),
  },
  (table) => [
    uniqueIndex('ad_creatives_shape').on(table.environmentId, table.key, table.shapeKey),
    index('ad_creatives_used').on(table.usedAt),
  ],
)
