import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, time } from '../common.ts'
import { messages } from '../messages.ts'
import { base, videos } from './base.ts'
import { contentUrls, playbackPolicies, playbackToken } from './contents.ts'

export const playbackIdLimits = {
  /** Of one video, the first one included. */
  most: 20,
  /** Sites that one id can be limited to. */
  referrers: 20,
} as const

/**
 * A host that pages may be on, in the form that browsers name it by: `example.com`, or `*.example.com` for all hosts
 * below it. Null for what is none.
 */
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
  /** Hosts such as `example.com` and `*.example.com`; none for every site. */
  allowedReferrers: z._default(z.array(referrer).check(z.maxLength(playbackIdLimits.referrers)), []),
  /** Whether it plays where no site is named, as apps, television sets and native players do. */
  allowNoReferrer: z._default(z.boolean(), true),
  playableFrom: z._default(z.nullable(time), null),
  playableUntil: z._default(z.nullable(time), null),
}

/** Where and when an id plays. A field that is none is refused: a slip in a name would open it to all. */
export const playbackRestrictions = z.strictObject(restrictions).check(
  z.refine(
    ({ playableFrom: from, playableUntil: until }) =>
      from === null || until === null || Date.parse(from) < Date.parse(until),
    { error: messages.afterStart, path: ['playableUntil'] },
  ),
  // By itself it would look like a limit and be none.
  z.refine(({ allowedReferrers, allowNoReferrer }) => allowNoReferrer || allowedReferrers.length > 0, {
    error: messages.noReferrer,
    path: ['allowNoReferrer'],
  }),
)
export type PlaybackRestrictions = z.output<typeof playbackRestrictions>

const playbackName = z.string().check(
  z.maxLength(100),
  z.refine((value) => value.trim() === value, messages.whiteSpace),
)
const policy = z.enum(playbackPolicies, messages.playbackPolicy)

export const playbackIdView = z.object({
  id: z.string(),
  /** What people tell it by; empty where nobody named it. */
  name: z.string(),
  /** The video's own id, which stays as long as the video. */
  isFirst: z.boolean(),
  policy: z.enum(playbackPolicies),
  restrictions: playbackRestrictions,
  urls: contentUrls,
  /** For the caller, good for a while; null where everybody may play it everywhere. */
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

export const playbackIdCalls = {
  listPlaybackIds: call({
    method: 'GET',
    path,
    summary: 'The ids that a video is played by: its own first, the others by age.',
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
    summary: `Make another id to play a video by, with a policy and restrictions of its own. A video has at most ${playbackIdLimits.most}.`,
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
      'Change an id, also the first one; what is left out stays, and restrictions are given as a whole. It holds at once for whoever is watching.',
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
    summary: 'Delete an id: every address with it stops working at once. The first one stays.',
    caller: 'environment',
    right: videos('update'),
    params,
    kind: 'empty',
    status: 204,
    problems: ['in-trash', 'playback-id-first'],
  }),
}
