import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, oneLine, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { base, posting, postsPath } from './base.ts'
import {
  socialExtraKinds,
  socialExtraStates,
  socialFaults,
  socialNetworks,
  socialPostLimits,
  socialPostStates,
  socialPrivacies,
  socialReasons,
} from './values.ts'

/** A time zone such as `Asia/Kolkata`, also by an older name. */
const zone = z.string().check(z.minLength(1), z.maxLength(60), z.refine(isTimeZone, messages.invalid))

const written = {
  title: z.string().check(z.maxLength(socialPostLimits.title), oneLine),
  text: z.string().check(z.maxLength(socialPostLimits.text)),
  tags: z
    .array(z.string().check(z.minLength(1), z.maxLength(socialPostLimits.tagLength), oneLine))
    .check(z.maxLength(socialPostLimits.tags)),
  privacy: z.enum(socialPrivacies),
  /** Null: at once. */
  publishAt: z.nullable(time),
  /** Time zone in which a person chose the time. */
  zone,
  /** Whether the poster of the video becomes its thumbnail, at a network that takes one. */
  withThumbnail: z.boolean(),
  /** Whether the published subtitles of the video follow it, at a network that takes them. */
  withCaptions: z.boolean(),
}

export const socialPostBody = z.object({
  accountId: uuid,
  title: written.title,
  text: z._default(written.text, ''),
  tags: z._default(written.tags, []),
  privacy: z._default(written.privacy, 'private'),
  publishAt: z._default(written.publishAt, null),
  zone: z._default(written.zone, 'UTC'),
  withThumbnail: z._default(written.withThumbnail, false),
  withCaptions: z._default(written.withCaptions, false),
  /** Kept, and not posted until a person does so. */
  isDraft: z._default(z.boolean(), false),
})
export type SocialPostBody = z.output<typeof socialPostBody>

/** A thumbnail, or captions in a language, that followed a video. Without them the post is published all the same. */
export const socialExtra = z.object({
  kind: z.enum(socialExtraKinds),
  /** Null of thumbnails. */
  languageCode: z.nullable(z.string()),
  state: z.enum(socialExtraStates),
  /** The words of the network, if it failed. */
  detail: z.nullable(z.string()),
})
export type SocialExtra = z.infer<typeof socialExtra>

/** Posts that are created together: of one video to several accounts, or of several videos. */
const socialPostsBody = z.object({
  posts: z
    .array(z.extend(socialPostBody, { contentId: uuid }))
    .check(z.minLength(1), z.maxLength(socialPostLimits.together)),
})
export type SocialPostsBody = z.output<typeof socialPostsBody>

export const socialPost = z.object({
  id: uuid,
  environmentId: uuid,
  contentId: uuid,
  /** Null if the video was deleted. */
  contentTitle: z.nullable(z.string()),
  /** Null if the account was deleted. */
  accountId: z.nullable(uuid),
  accountName: z.string(),
  network: z.enum(socialNetworks),
  ...written,
  state: z.enum(socialPostStates),
  /** The cause of a failure or a wait. */
  fault: z.nullable(z.enum(socialFaults)),
  reason: z.nullable(z.enum(socialReasons)),
  /** The words of the network. */
  detail: z.nullable(z.string()),
  /** Share of the file that the network has, 0 to 1. */
  progress: z.number(),
  /** When it is tried next. */
  nextTryAt: z.nullable(time),
  /** ID at the network. Only published posts have one for sure. */
  remoteId: z.nullable(z.string()),
  url: z.nullable(z.string()),
  /** The thumbnail and the captions that followed the video, or did not, once the network has it. */
  extras: z.array(socialExtra),
  createdBy: z.string(),
  createdAt: time,
  changedAt: time,
  publishedAt: z.nullable(time),
  /** The time by which lists are sorted: of publication, or planned, or of the last change of a post without one. */
  shownAt: time,
})
export type SocialPost = z.infer<typeof socialPost>

const contentPath = `${base}/contents/:id/social_uploads`
const writeProblems = ['not-found', 'content-not-ready', 'in-trash', 'social-time', 'social-privacy'] as const

const socialPostCalls = {
  createSocialUpload: call({
    method: 'POST',
    path: contentPath,
    summary:
      'Post a video to an account: now, at a time, or as a draft. Send an `Idempotency-Key`, so that a repeated request does not post twice.',
    caller: 'environment',
    right: posting('create'),
    params: idParams,
    body: socialPostBody,
    answer: socialPost,
    kind: 'json',
    status: 201,
    problems: [...writeProblems, 'social-post-limit'],
  }),
  createSocialPosts: call({
    method: 'POST',
    path: postsPath,
    summary:
      'Create several posts: of a video to several accounts, or of several videos. All are created, or none. Each is a post of its own afterwards. Send an `Idempotency-Key`, so that a repeated request does not post twice.',
    caller: 'environment',
    right: posting('create'),
    body: socialPostsBody,
    answer: z.object({ items: z.array(socialPost) }),
    kind: 'json',
    status: 201,
    problems: [...writeProblems, 'social-post-limit'],
  }),
  listSocialUploads: call({
    method: 'GET',
    path: contentPath,
    summary: 'List the posts of a video, newest first.',
    caller: 'environment',
    right: posting('read'),
    params: idParams,
    query: z.object(pageQuery),
    answer: page(socialPost),
    kind: 'json',
    status: 200,
  }),
  listSocialPosts: call({
    method: 'GET',
    path: postsPath,
    summary:
      'List the posts of all videos, by their time (`shownAt`), latest first. `from` and `to` select those of a time range, without its end.',
    caller: 'environment',
    right: posting('read'),
    query: z.object({
      ...pageQuery,
      from: z.optional(time),
      to: z.optional(time),
      state: z.optional(z.enum(socialPostStates)),
      network: z.optional(z.enum(socialNetworks)),
      accountId: z.optional(uuid),
      phrase: z.optional(z.string().check(z.maxLength(200))),
    }),
    answer: page(socialPost),
    kind: 'json',
    status: 200,
  }),
  getSocialPost: call({
    method: 'GET',
    path: `${postsPath}/:id`,
    summary: 'Get a post.',
    caller: 'environment',
    right: posting('read'),
    params: idParams,
    answer: socialPost,
    kind: 'json',
    status: 200,
  }),
  updateSocialPost: call({
    method: 'PUT',
    path: `${postsPath}/:id`,
    summary: 'Replace a draft, or a post that has not begun.',
    caller: 'environment',
    right: posting('update'),
    params: idParams,
    body: socialPostBody,
    answer: socialPost,
    kind: 'json',
    status: 200,
    problems: [...writeProblems, 'social-post-begun'],
  }),
  publishSocialPost: call({
    method: 'POST',
    path: `${postsPath}/:id/publish`,
    summary:
      'Publish a draft or scheduled post now, or try one again that failed or was canceled. One whose result is unknown may then be there twice.',
    caller: 'environment',
    right: posting('update'),
    params: idParams,
    answer: socialPost,
    kind: 'json',
    status: 200,
    problems: [
      'content-not-ready',
      'in-trash',
      'social-post-busy',
      'social-account-gone',
      'social-post-limit',
    ],
  }),
  cancelSocialPost: call({
    method: 'POST',
    path: `${postsPath}/:id/cancel`,
    summary: 'Cancel a post. Once the network has the whole file it can only be deleted there.',
    caller: 'environment',
    right: posting('update'),
    params: idParams,
    answer: socialPost,
    kind: 'json',
    status: 200,
    problems: ['social-post-sent'],
  }),
  resolveSocialPost: call({
    method: 'POST',
    path: `${postsPath}/:id/resolve`,
    summary: 'Say where a post is whose result is unknown: its address at the network. It is published then.',
    caller: 'environment',
    right: posting('update'),
    params: idParams,
    body: z.object({
      url: z.url({ error: messages.webAddress, protocol: /^https?$/ }).check(z.maxLength(500)),
    }),
    answer: socialPost,
    kind: 'json',
    status: 200,
    problems: ['social-post-known', 'social-address'],
  }),
}

export const socialPostFeature = defineFeature({
  calls: socialPostCalls,
  problems: {
    'social-post-limit': { status: 409, title: 'This environment has reached its limit of posts that wait' },
    'social-time': { status: 409, title: 'Choose a time within the next year' },
    'social-privacy': { status: 409, title: 'The network has no such privacy' },
    'social-post-begun': { status: 409, title: 'This post has begun, and can no longer be changed' },
    'social-post-busy': { status: 409, title: 'This post is under way, or published' },
    'social-post-sent': { status: 409, title: 'The network has the whole file: delete the post there' },
    'social-post-known': { status: 409, title: 'The result of this post is known' },
    'social-account-gone': { status: 409, title: 'The account of this post was disconnected' },
    'social-address': { status: 409, title: 'This is not the address of a post at the network' },
  },
  objects: { social_post: posting('read') },
  events: {
    'video.social_post.scheduled': 'social_post',
    'video.social_post.published': 'social_post',
    'video.social_post.failed': 'social_post',
    'video.social_post.unknown': 'social_post',
    'video.social_post.canceled': 'social_post',
  },
  auditActions: [
    'social_post.created',
    'social_post.updated',
    'social_post.published',
    'social_post.canceled',
    'social_post.resolved',
  ],
})

function isTimeZone(zoneName: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zoneName }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
