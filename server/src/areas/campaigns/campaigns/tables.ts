import type { campaignDeviceTypes } from '@kinora/contract'
import { bigint, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'

/** Campaigns. Rows are deleted with their advertiser. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    advertiserId: uuid('advertiser_id').notNull(),
    name: text('name').notNull(),
    enabled: boolean('enabled').notNull(),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    priority: integer('priority').notNull(),
    viewerViews: integer('viewer_views'),
    viewerHours: integer('viewer_hours').notNull(),
    totalImpressions: bigint('total_impressions', { mode: 'number' }),
    /** Summed impressions, without newer events. */
    delivered: bigint('delivered', { mode: 'number' }).notNull().default(0),
    cpm: bigint('cpm', { mode: 'number' }),
    currency: text('currency').notNull(),
    countries: text('countries').array().notNull(),
    deviceTypes: text('device_types').array().notNull().$type<(typeof campaignDeviceTypes)[number][]>(),
    tags: text('tags').array().notNull(),
    streamIds: uuid('stream_ids').array().notNull(),
    channelIds: uuid('channel_ids').array().notNull(),
    /** Name and tags, folded for search. */
    searchText: text('search_text').notNull(),
    addedBy: text('added_by').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('campaigns_newest').on(table.environmentId, table.createdAt.desc().nullsFirst(), table.id),
    index('campaigns_advertiser').on(table.advertiserId),
  ],
)
