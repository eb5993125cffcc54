import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, oneLine, time } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { base, videos } from './base.ts'
import { contentUrls, playbackToken } from './content-fields.ts'
import { playbackPolicies } from './values.ts'

export const playbackIdLimits = {
  /** Per video, including the first ID. */
  most: 20,
  /** Maximum number of sites in the restrictions of an ID. */
  referrers: 20,
} as const

/** The host of a page, in the form that browsers use: `example.com`, or `*.example.com` for all its subdomains.
 * Null for invalid hosts. */
export function canonicalReferrer(text: string): string | null {
  const [, wild = '', name = ''] = /^(\*\.)?([^\s*/?#@:%\\]+)$/u.exec(text) ?? []
  const address = `https://${name}`
  const host = URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : ''
  const isName = host.length <= 253 && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(host)
  // Browsers read 1 as 0.0.0.1.
  const isAddress = /^[\d.]+$/.test(host)
  if (!isName || (isAddress && (wild !== '' || host !== name))) return null
  return wild + host
}

const referrer = z.string().check(
  z.maxLength(300),
  z.refine((text) => canonicalReferrer(text) !== null, messages.referrer),
)

const restrictions = {
  /** Hosts such as `example.com` and `*.example.com`. An empty list allows every site. */
  allowedReferrers: z._default(z.array(referrer).check(z.maxLength(playbackIdLimits.referrers)), []),
  /** Whether requests without a site can play it, such as those of apps, TVs and native players. */
  allowNoReferrer: z._default(z.boolean(), true),
  playableFrom: z._default(z.nullable(time), null),
  playableUntil: z._default(z.nullable(time), null),
}

/** Restrictions of a playback ID. Unknown fields are refused, because a typo in a name would remove a restriction. */
export const playbackRestrictions = z.strictObject(restrictions).check(
  z.refine(
    ({ playableFrom: from, playableUntil: until }) =>
      from === null || until === null || Date.parse(from) < Date.parse(until),
    { error: messages.afterStart, path: ['playableUntil'] },
  ),
  // Without sites this field would have no effect.
  z.refine(({ allowedReferrers, allowNoReferrer }) => allowNoReferrer || allowedReferrers.length > 0, {
    error: messages.noReferrer,
    path: ['allowNoReferrer'],
  }),
)
export type PlaybackRestrictions = z.output<typeof playbackRestrictions>

const playbackName = z.string().check(
  z.maxLength(100),
  oneLine,
  z.refine((value) => value.trim() === value, messages.whiteSpace),
)
const policy = z.enum(playbackPolicies, messages.playbackPolicy)

export const playbackIdView = z.object({
  id: z.string(),
  /** A name for people, or empty. */
  name: z.string(),
  /** The video's first ID, which cannot be deleted. */
  isFirst: z.boolean(),
  policy: z.enum(playbackPolicies),
  restrictions: playbackRestrictions,
  urls: contentUrls,
  /** A short-lived token of the caller; null if playback is public without restrictions. */
  token: playbackToken,
  createdAt: time,
  createdBy: z.nullable(z.string()),
})
export type PlaybackId = z.infer<typeof playbackIdView>

export const createPlaybackIdBody = z.object({
  name: z._default(playbackName, ''),
  policy,
  restrictions: z.optional(playbackRestrictions),
})
export const updatePlaybackIdBody = z.object({
  name: z.optional(playbackName),
  policy: z.optional(policy),
  restrictions: z.optional(playbackRestrictions),
})

const path = `${base}/contents/:id/playback_ids`
const params = z.object({
  id: idParams.shape.id,
  playbackId: z.string().check(z.regex(/^[A-Za-z0-9-]{10,40}$/)),
})

const playbackIdCalls = {
  listPlaybackIds: call({
    method: 'GET',
    path,
    summary: 'List the playback IDs of a video: the first one, then the others by age.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    answer: z.object({ items: z.array(playbackIdView) }),
    kind: 'json',
    status: 200,
  }),
  createPlaybackId: call({
    method: 'POST',
    path,
    summary: `Create another playback ID, with its own policy and restrictions. A video has at most ${playbackIdLimits.most}.`,
    caller: 'environment',
    right: videos('update'),
    params: idParams,
    body: createPlaybackIdBody,
    answer: playbackIdView,
    kind: 'json',
    status: 201,
    problems: ['in-trash', 'playback-id-limit'],
  }),
  updatePlaybackId: call({
    method: 'PUT',
    path: `${path}/:playbackId`,
    summary:
      'Update a playback ID. Omitted fields stay unchanged; restrictions are replaced as a whole. The change applies at once, also to current viewers.',
    caller: 'environment',
    right: videos('update'),
    params,
    body: updatePlaybackIdBody,
    answer: playbackIdView,
    kind: 'json',
    status: 200,
    problems: ['in-trash'],
  }),
  deletePlaybackId: call({
    method: 'DELETE',
    path: `${path}/:playbackId`,
    summary:
      'Delete a playback ID. Its URLs stop working at once. The first ID of a video cannot be deleted.',
    caller: 'environment',
    right: videos('update'),
    params,
    kind: 'empty',
    status: 204,
    problems: ['in-trash', 'playback-id-first'],
  }),
}

export const playbackIdFeature = defineFeature({
  calls: playbackIdCalls,
  problems: {
    'playback-id-limit': { status: 409, title: 'This video has reached its limit of playback IDs' },
    'playback-id-first': { status: 409, title: 'The default playback ID of a video cannot be deleted' },
  },
  messages: {
    afterStart: 'The end must be after the start',
    noReferrer: 'Enter at least one allowed domain',
    referrer: 'Enter a domain such as example.com or *.example.com',
  },
  auditActions: ['playback_id.created', 'playback_id.updated', 'playback_id.deleted'],
})
