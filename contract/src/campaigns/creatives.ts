import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { webAddress } from '../library/index.ts'
import { base, campaigns, onboarding } from './base.ts'
import { campaignLimits, creativeReviewStates } from './values.ts'

/** A video ad of a campaign. It is shown after the publisher has approved it. */
export const campaignCreative = z.object({
  id: uuid,
  campaignId: uuid,
  campaignName: z.string(),
  advertiserName: z.string(),
  name: z.string(),
  /** URL of an MP4 file. */
  mediaUrl: z.string(),
  /** URL of the advertiser's landing page. */
  clickThroughUrl: z.nullable(z.string()),
  /** Seconds after which viewers can skip the ad. Null if they cannot. */
  skipAfterS: z.nullable(z.number()),
  /** Null until the file is encoded for the first viewer. */
  durationS: z.nullable(z.number()),
  state: z.enum(creativeReviewStates),
  /** SHA-256 of Kinora's copy of the file, which a review is about. Null until Kinora has fetched the file. */
  fileHash: z.nullable(z.string()),
  /** Reason for the rejection. */
  reason: z.nullable(z.string()),
  /** Last change of the file or the landing page, also of the file at the same URL. */
  submittedAt: time,
  /** Null for people of an advertiser. */
  reviewedBy: z.nullable(z.string()),
  reviewedAt: z.nullable(time),
  /** Null for people of an advertiser. */
  addedBy: z.nullable(z.string()),
  createdAt: time,
})
export type CampaignCreative = z.infer<typeof campaignCreative>

const skipAfter = z.nullable(z.int().check(z.minimum(1), z.maximum(campaignLimits.skipAfterS)))

export const createCreativeBody = z.object({
  name,
  mediaUrl: webAddress,
  clickThroughUrl: z._default(z.nullable(webAddress), null),
  skipAfterS: z._default(skipAfter, null),
})
export const updateCreativeBody = z.object({
  name: z.optional(name),
  mediaUrl: z.optional(webAddress),
  clickThroughUrl: z.optional(z.nullable(webAddress)),
  skipAfterS: z.optional(skipAfter),
})
export const reviewCreativeBody = z.object({
  approved: z.boolean(),
  /** Text for the advertiser. */
  reason: z._default(z.string().check(z.maxLength(campaignLimits.reasonLength)), ''),
  /** `submittedAt` of the reviewed version, so that nobody approves a later change unseen. */
  submittedAt: time,
  /** `fileHash` of the reviewed file. If it is omitted, the review is for the file of `submittedAt`. */
  fileHash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
})

const path = `${base}/campaigns/:id/creatives`
const creativeParams = z.object({ id: uuid, creativeId: uuid })

const campaignCreativeCalls = {
  createCampaignCreative: call({
    method: 'POST',
    path,
    summary: 'Add a creative to a campaign. It waits until the publisher approves it.',
    caller: 'environment',
    right: campaigns('update'),
    params: idParams,
    body: createCreativeBody,
    answer: campaignCreative,
    kind: 'json',
    status: 201,
    problems: ['url-not-allowed', 'host-not-allowed', 'creative-limit'],
  }),
  listCampaignCreatives: call({
    method: 'GET',
    path,
    summary: 'List the creatives of a campaign, oldest first.',
    caller: 'environment',
    right: campaigns('read'),
    params: idParams,
    answer: z.object({ items: z.array(campaignCreative) }),
    kind: 'json',
    status: 200,
  }),
  updateCampaignCreative: call({
    method: 'PUT',
    path: `${path}/:creativeId`,
    summary:
      'Update a creative. Omitted fields stay unchanged. A new file or click-through URL needs a new review.',
    caller: 'environment',
    right: campaigns('update'),
    params: creativeParams,
    body: updateCreativeBody,
    answer: campaignCreative,
    kind: 'json',
    status: 200,
    problems: ['url-not-allowed', 'host-not-allowed'],
  }),
  deleteCampaignCreative: call({
    method: 'DELETE',
    path: `${path}/:creativeId`,
    summary: 'Delete a creative. Reports keep its figures.',
    caller: 'environment',
    right: campaigns('update'),
    params: creativeParams,
    kind: 'empty',
    status: 204,
  }),
  getCreativeFile: call({
    method: 'GET',
    path: `${path}/:creativeId/file`,
    summary: "Get Kinora's copy of the file of a creative, for a preview. At most 100 MB.",
    caller: 'environment',
    right: campaigns('read'),
    params: creativeParams,
    kind: 'file',
    status: 200,
    problems: ['creative-unreachable', 'creative-changed'],
    perMinute: 30,
  }),
  reviewCampaignCreative: call({
    method: 'POST',
    path: `${path}/:creativeId/review`,
    summary:
      'Approve or reject a creative. An approval is for the copy of the file that Kinora has fetched: another file at its address needs a new review.',
    caller: 'environment',
    right: onboarding('update'),
    params: creativeParams,
    body: reviewCreativeBody,
    answer: campaignCreative,
    kind: 'json',
    status: 200,
    problems: ['creative-changed', 'creative-unreachable'],
  }),
  listCreativeReviews: call({
    method: 'GET',
    path: `${base}/creatives/paginated`,
    summary: 'List the creatives of all campaigns in one state, oldest submission first.',
    caller: 'environment',
    right: onboarding('read'),
    query: z.object({ ...pageQuery, state: z._default(z.enum(creativeReviewStates), 'waiting') }),
    answer: page(campaignCreative),
    kind: 'json',
    status: 200,
  }),
}

export const campaignCreativeFeature = defineFeature({
  calls: campaignCreativeCalls,
  problems: {
    'creative-limit': { status: 409, title: 'This campaign has reached its limit of creatives' },
    'creative-changed': { status: 409, title: 'The creative was changed after you opened it' },
    'creative-unreachable': { status: 422, title: 'The file of the creative cannot be loaded' },
  },
  objects: {
    campaign_creative: ['Ad Insertion', 'Campaign', 'read'],
  },
  events: {
    'video.campaign_creative.submitted': 'campaign_creative',
    'video.campaign_creative.approved': 'campaign_creative',
    'video.campaign_creative.rejected': 'campaign_creative',
  },
  auditActions: [
    'campaign_creative.submitted',
    'campaign_creative.updated',
    'campaign_creative.approved',
    'campaign_creative.rejected',
    'campaign_creative.deleted',
  ],
})
