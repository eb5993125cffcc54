import {
  adAvailSuppressions,
  adCampaignUses,
  adTrackings,
  type MetadataEntry,
  adServerStates as serverStates,
} from '@kinora/contract'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import type { StoredAddress } from '../../../platform/net/stored-address.ts'

/** Ad channels. Rows are deleted with their video or live stream. */
export const adChannels = pgTable(
  'ad_channels',
  {
    id: uuid('id').primaryKey(),
    environmentId: uuid('environment_id').notNull(),
    /** Video of the channel. Either this or `livestreamId` is set. */
    contentId: uuid('content_id'),
    livestreamId: uuid('livestream_id'),
    name: text('name').notNull(),
    enabled: boolean('enabled').notNull(),
    preroll: boolean('preroll').notNull(),
    maxPrerollDurationS: integer('max_preroll_duration_s').notNull(),
    prerollAdTagUrl: text('preroll_ad_tag_url').$type<StoredAddress>(),
    midrollAdTagUrl: text('midroll_ad_tag_url').$type<StoredAddress>(),
    /** Maximum delay of a playlist by ad servers. */
    adServerTimeoutMs: integer('ad_server_timeout_ms').notNull(),
    allowSeekOverAds: boolean('allow_seek_over_ads').notNull().default(false),
    tracking: text('tracking', { enum: adTrackings }).notNull().default('server'),
    /** Revenue of a thousand impressions of ads without a price, in millionths of the currency. */
    cpm: bigint('cpm', { mode: 'number' }),
    currency: text('currency').notNull(),
    houseAdUrls: text('house_ad_urls').array().$type<StoredAddress[]>().notNull().default([]),
    openingBumperUrl: text('opening_bumper_url').$type<StoredAddress>(),
    closingBumperUrl: text('closing_bumper_url').$type<StoredAddress>(),
    slateUrl: text('slate_url').$type<StoredAddress>(),
    vmapUrl: text('vmap_url').$type<StoredAddress>(),
    frequencyCap: jsonb('frequency_cap').$type<{ readonly views: number; readonly hours: number }>(),
    competitiveSeparation: boolean('competitive_separation').notNull().default(false),
    availSuppression: text('avail_suppression', { enum: adAvailSuppressions }).notNull().default('behind'),
    availSuppressionS: integer('avail_suppression_s').notNull().default(0),
    personalizationThresholdS: integer('personalization_threshold_s'),
    campaigns: text('campaigns', { enum: adCampaignUses }).notNull().default('rest'),
    tags: text('tags').array().notNull(),
    metadata: jsonb('metadata').notNull().default([]).$type<MetadataEntry[]>(),
    playbackId: text('playback_id').notNull(),
    /** Name and tags, folded for search. */
    searchText: text('search_text').notNull(),
    addedBy: text('added_by').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('ad_channels_playback').on(table.playbackId),
    index('ad_channels_newest').on(table.environmentId, table.createdAt.desc().nullsFirst(), table.id),
    index('ad_channels_content').on(table.contentId),
    index('ad_channels_livestream').on(table.livestreamId),
  ],
)

/** Last state of a channel's ad servers that subscribers were notified of. */
export const adServerStates = pgTable('ad_server_states', {
  channelId: uuid('channel_id').primaryKey(),
  environmentId: uuid('environment_id').notNull(),
  state: text('state', { enum: serverStates }).notNull(),
  since: moment('since').notNull(),
})
