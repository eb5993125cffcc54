import { creativeReviewStates } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import type { StoredAddress } from '../../../platform/net/stored-address.ts'

/** Creatives of campaigns. Only approved ones are shown. */
export const campaignCreatives = pgTable(
  'campaign_creatives',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    campaignId: uuid('campaign_id').notNull(),
    name: text('name').notNull(),
    mediaUrl: text('media_url').notNull().$type<StoredAddress>(),
    clickThroughUrl: text('click_through_url'),
    skipAfterS: integer('skip_after_s'),
    state: text('state', { enum: creativeReviewStates }).notNull(),
    /** Reason for the rejection. */
    reason: text('reason'),
    submittedAt: moment('submitted_at').notNull(),
    reviewedBy: text('reviewed_by'),
    reviewedAt: moment('reviewed_at'),
    addedBy: text('added_by').notNull(),
    createdAt: moment('created_at').notNull(),
    /** SHA-256 of Kinora's copy of the file, which reviewers see. Null until the file is fetched. */
    fileHash: text('file_hash'),
    /** Name of the copy in storage. */
    fileName: text('file_name'),
  },
  (table) => [
    index('campaign_creatives_campaign').on(table.campaignId, table.id),
    index('campaign_creatives_file').on(
      table.environmentId,
      sql`md5(split_part(${table.mediaUrl}, ' sealed:', 1))`,
    ),
    index('campaign_creatives_state').on(table.environmentId, table.state, table.submittedAt, table.id),
  ],
)
