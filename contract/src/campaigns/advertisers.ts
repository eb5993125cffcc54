import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, onboarding, phrase } from './base.ts'
import { campaignLimits } from './values.ts'

/** A company with its own campaigns. Its people have a role that is limited to these. */
export const advertiser = z.object({
  id: uuid,
  environmentId: uuid,
  name: z.string(),
  contactEmail: z.string(),
  note: z.string(),
  /** Ads of a disabled advertiser are not shown. Its people can still sign in. */
  enabled: z.boolean(),
  /** The role for people of the advertiser. */
  roleId: uuid,
  campaigns: z.number(),
  /** Creatives that wait for review. */
  waitingCreatives: z.number(),
  addedBy: z.string(),
  createdAt: time,
})
export type Advertiser = z.infer<typeof advertiser>

const contactEmail = z.email().check(z.maxLength(254))
const note = z.string().check(z.maxLength(campaignLimits.noteLength))

export const createAdvertiserBody = z.object({ name, contactEmail, note: z._default(note, '') })
export const updateAdvertiserBody = z.object({
  name: z.optional(name),
  contactEmail: z.optional(contactEmail),
  note: z.optional(note),
  enabled: z.optional(z.boolean()),
})

const path = `${base}/advertisers`

const advertiserCalls = {
  createAdvertiser: call({
    method: 'POST',
    path,
    summary:
      'Create an advertiser with a role for its people. The role has the name of the advertiser and is limited to its campaigns. Invite people to it with `inviteMember`.',
    caller: 'environment',
    right: onboarding('create'),
    // It creates a role.
    isSensitive: true,
    body: createAdvertiserBody,
    answer: advertiser,
    kind: 'json',
    status: 201,
    problems: ['name-taken', 'role-too-strong', 'limit-reached'],
  }),
  listAdvertisers: call({
    method: 'GET',
    path: `${path}/paginated`,
    summary: 'List the advertisers of the environment by name.',
    caller: 'environment',
    right: onboarding('read'),
    query: z.object({ ...pageQuery, phrase }),
    answer: page(advertiser),
    kind: 'json',
    status: 200,
  }),
  getAdvertiser: call({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get an advertiser.',
    caller: 'environment',
    right: onboarding('read'),
    params: idParams,
    answer: advertiser,
    kind: 'json',
    status: 200,
  }),
  updateAdvertiser: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Update an advertiser. Omitted fields stay unchanged. Its role is renamed too.',
    caller: 'environment',
    right: onboarding('update'),
    isSensitive: true,
    params: idParams,
    body: updateAdvertiserBody,
    answer: advertiser,
    kind: 'json',
    status: 200,
    problems: ['name-taken', 'role-too-strong'],
  }),
  deleteAdvertiser: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary:
      'Delete an advertiser with its campaigns, their reports and its role. No person or invitation may have the role.',
    caller: 'environment',
    right: onboarding('delete'),
    isSensitive: true,
    params: idParams,
    kind: 'empty',
    status: 204,
    problems: ['role-in-use'],
  }),
}

export const advertiserFeature = defineFeature({
  calls: advertiserCalls,
  objects: {
    advertiser: ['Settings', 'Adv Tenant OnBoarding', 'read'],
  },
  roleLimits: {
    advertiser: ['Campaign'],
  },
  auditActions: [
    'advertiser.created',
    'advertiser.updated',
    'advertiser.enabled',
    'advertiser.disabled',
    'advertiser.deleted',
  ],
})
