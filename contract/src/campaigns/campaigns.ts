import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, campaigns, phrase } from './base.ts'
import { campaignDeviceTypes, campaignLimits, campaignStates } from './values.ts'

/** A campaign of an advertiser: creatives with a flight, caps and targeting. */
export const campaign = z.object({
  id: uuid,
  environmentId: uuid,
  advertiserId: uuid,
  advertiserName: z.string(),
  name: z.string(),
  state: z.enum(campaignStates),
  /** False while a person has paused it. */
  enabled: z.boolean(),
  startsAt: time,
  endsAt: time,
  /** Campaigns with a higher priority are shown first. */
  priority: z.number(),
  /** Frequency cap: views per viewer within `viewerHours`. Null for no limit. */
  viewerViews: z.nullable(z.number()),
  viewerHours: z.number(),
  /** Impressions after which the campaign ends. Null for no limit. */
  totalImpressions: z.nullable(z.number()),
  /** Impressions so far. */
  impressions: z.number(),
  /** Price of a thousand impressions, in millionths of the currency. Null for none. */
  cpm: z.nullable(z.number()),
  currency: z.string(),
  /** ISO 3166-1 alpha-2 codes. An empty list of a target does not limit. */
  countries: z.array(z.string()),
  deviceTypes: z.array(z.enum(campaignDeviceTypes)),
  /** Tags of a video, live stream or ad channel. One match is enough. */
  tags: z.array(z.string()),
  /** IDs of videos and live streams. Empty for people of an advertiser. */
  streamIds: z.array(uuid),
  /** IDs of ad channels. Empty for people of an advertiser. */
  channelIds: z.array(uuid),
  approvedCreatives: z.number(),
  waitingCreatives: z.number(),
  /** Null for people of an advertiser. */
  addedBy: z.nullable(z.string()),
  createdAt: time,
})
export type Campaign = z.infer<typeof campaign>

const listOf = <T extends z.ZodMiniType>(item: T, most: number) => z.array(item).check(z.maxLength(most))
const atMost = (most: number) => z.int().check(z.minimum(1), z.maximum(most))

const fields = {
  name,
  startsAt: time,
  endsAt: time,
  viewerViews: z.nullable(atMost(campaignLimits.viewerViews)),
  viewerHours: atMost(campaignLimits.viewerHours),
  totalImpressions: z.nullable(atMost(campaignLimits.impressions)),
  countries: listOf(z.string().check(z.regex(/^[A-Z]{2}$/)), campaignLimits.countries),
  deviceTypes: listOf(z.enum(campaignDeviceTypes), campaignDeviceTypes.length),
  tags: listOf(z.string().check(z.minLength(1), z.maxLength(campaignLimits.tagLength)), campaignLimits.tags),
}

/** Fields that people of an advertiser cannot set. */
const publisherFields = {
  priority: z.optional(z.int().check(z.minimum(1), z.maximum(campaignLimits.highestPriority))),
  cpm: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(campaignLimits.cpmMicros)))),
  /** ISO 4217 code. */
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  streamIds: z.optional(listOf(uuid, campaignLimits.chosen)),
  channelIds: z.optional(listOf(uuid, campaignLimits.chosen)),
}

export const createCampaignBody = z.object({
  /** Optional for people of an advertiser: their own advertiser is the default. */
  advertiserId: z.optional(uuid),
  name: fields.name,
  startsAt: fields.startsAt,
  endsAt: fields.endsAt,
  viewerViews: z._default(fields.viewerViews, null),
  viewerHours: z._default(fields.viewerHours, 24),
  totalImpressions: z._default(fields.totalImpressions, null),
  countries: z._default(fields.countries, []),
  deviceTypes: z._default(fields.deviceTypes, []),
  tags: z._default(fields.tags, []),
  ...publisherFields,
})

export const updateCampaignBody = z.object({
  name: z.optional(fields.name),
  startsAt: z.optional(fields.startsAt),
  endsAt: z.optional(fields.endsAt),
  viewerViews: z.optional(fields.viewerViews),
  viewerHours: z.optional(fields.viewerHours),
  totalImpressions: z.optional(fields.totalImpressions),
  countries: z.optional(fields.countries),
  deviceTypes: z.optional(fields.deviceTypes),
  tags: z.optional(fields.tags),
  ...publisherFields,
})

const path = `${base}/campaigns`

const changesCampaign = {
  caller: 'environment',
  right: campaigns('update'),
  params: idParams,
  answer: campaign,
  kind: 'json',
  status: 200,
} as const

const campaignManagementCalls = {
  createCampaign: call({
    method: 'POST',
    path,
    summary:
      'Create a campaign of an advertiser. Its approved creatives are shown in breaks of ad channels. People of an advertiser create their own campaigns, without `priority`, `cpm`, `currency`, `streamIds` and `channelIds`.',
    caller: 'environment',
    right: campaigns('create'),
    body: createCampaignBody,
    answer: campaign,
    kind: 'json',
    status: 201,
    problems: ['not-found', 'flight-invalid', 'publisher-only', 'campaign-limit'],
  }),
  listCampaigns: call({
    method: 'GET',
    path: `${path}/paginated`,
    summary: 'List campaigns, newest first. People of an advertiser see only its campaigns.',
    caller: 'environment',
    right: campaigns('read'),
    query: z.object({ ...pageQuery, phrase, advertiserId: z.optional(uuid) }),
    answer: page(campaign),
    kind: 'json',
    status: 200,
  }),
  getCampaign: call({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get a campaign.',
    caller: 'environment',
    right: campaigns('read'),
    params: idParams,
    answer: campaign,
    kind: 'json',
    status: 200,
  }),
  updateCampaign: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Update a campaign. Omitted fields stay unchanged. Current viewers keep their ads.',
    ...changesCampaign,
    body: updateCampaignBody,
    problems: ['flight-invalid', 'publisher-only'],
  }),
  pauseCampaign: call({
    method: 'POST',
    path: `${path}/:id/pause`,
    summary: 'Pause a campaign. Its ads are not inserted into new breaks.',
    ...changesCampaign,
  }),
  resumeCampaign: call({
    method: 'POST',
    path: `${path}/:id/resume`,
    summary: 'Resume a campaign.',
    ...changesCampaign,
  }),
  deleteCampaign: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a campaign with its creatives and reports.',
    caller: 'environment',
    right: campaigns('delete'),
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
}

export const campaignManagementFeature = defineFeature({
  calls: campaignManagementCalls,
  problems: {
    'campaign-limit': { status: 409, title: 'This environment has reached its limit of campaigns' },
    'flight-invalid': { status: 422, title: 'The campaign must end after it starts' },
    /** The caller has an advertiser role. */
    'publisher-only': { status: 403, title: 'Only the publisher can set this' },
  },
  objects: {
    campaign: ['Ad Insertion', 'Campaign', 'read'],
  },
  auditActions: [
    'campaign.created',
    'campaign.updated',
    'campaign.paused',
    'campaign.resumed',
    'campaign.deleted',
  ],
})
