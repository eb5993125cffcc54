import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, messages, name, page, pageQuery, time, uuid } from '../common.ts'
import { mediaErrorIds } from '../problems.ts'
import { base, videos } from './base.ts'
import { collection } from './collections.ts'
import { usedProfile } from './encoding-profiles.ts'
import { metadataBody, metadataEntry } from './metadata.ts'

export const playbackPolicies = ['public', 'signed'] as const
export type PlaybackPolicy = (typeof playbackPolicies)[number]
export const contentStatuses = ['pending', 'processing', 'ready', 'failed'] as const
export type ContentStatus = (typeof contentStatuses)[number]
export const renditionStatuses = ['queued', 'processing', 'ready', 'failed'] as const

export const mediaError = z.object({ id: z.enum(mediaErrorIds), message: z.string(), retryable: z.boolean() })

export const rendition = z.object({
  id: uuid,
  name: z.string(),
  type: z.enum(['video', 'audio']),
  codec: z.string(),
  /** True where the source itself is repackaged, not encoded anew. */
  isOriginal: z.boolean(),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  frameRate: z.nullable(z.number()),
  /** Bits a second: measured once ready, aimed at before. */
  bitrate: z.number(),
  size: z.nullable(z.number()),
  status: z.enum(renditionStatuses),
  progress: z.number(),
  error: z.nullable(mediaError),
})
export type Rendition = z.infer<typeof rendition>

const source = z.object({
  uuid,
  fileName: z.nullable(z.string()),
  size: z.nullable(z.number()),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  frameRate: z.nullable(z.number()),
  encoding: z.nullable(z.string()),
  audio: z.nullable(z.object({ sampleRate: z.number(), encoding: z.string(), channels: z.number() })),
})

export const contentUrls = z.object({
  shareable: z.string(),
  hls: z.string(),
  embed: z.string(),
  embedCode: z.string(),
  thumbnail: z.string(),
  storyboard: z.string(),
  animated: z.string(),
  /** Null until a rendition is whole. */
  mp4: z.nullable(z.string()),
})

/** For the caller, good for a while, for the video and its pictures; null where everybody may play it everywhere. */
export const playbackToken = z.nullable(z.object({ value: z.string(), expiresAt: time }))

/** The addresses, with the token in them where there is one. */
const playbackUrl = z.object({ ...contentUrls.shape, token: playbackToken })

/** What a video is; clips of social shape have lists of their own. */
export const contentCategories = ['Video', 'SocialClip'] as const
export type ContentCategory = (typeof contentCategories)[number]

/** What a test video is kept within. */
export const testVideoLimits = { seconds: 10, keptHours: 24 } as const

/** Said when a video is made, and of it for good. */
export const isTest = z._default(z.boolean(), false)

export const content = z.object({
  id: uuid,
  environmentId: uuid,
  title: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  metadata: z.array(metadataEntry),
  /** What another system calls it. */
  externalId: z.nullable(z.string()),
  status: z.enum(contentStatuses),
  /** What the work is at while `status` is `pending` or `processing`. */
  stage: z.nullable(
    z.enum(['uploading', 'downloading', 'queued', 'cutting', 'reading', 'packaging', 'encoding']),
  ),
  playable: z.boolean(),
  /** 0 to 1, over everything that is still to be done. */
  progress: z.number(),
  error: z.nullable(mediaError),
  /** Why poster, storyboard or waveform could not be drawn. The video plays all the same. */
  imagesError: z.nullable(mediaError),
  duration: z.nullable(z.number()),
  resolution: z.nullable(z.string()),
  aspectRatio: z.nullable(z.string()),
  maxFrameRate: z.nullable(z.number()),
  playbackPolicy: z.enum(playbackPolicies),
  playbackId: z.string(),
  playbackToken,
  streamId: z.nullable(z.string()),
  category: z.enum(contentCategories),
  /** A test video: its first ten seconds with a mark in the picture, deleted after 24 hours. */
  isTest: z.boolean(),
  source,
  renditions: z.array(rendition),
  /** What it was made with. */
  encodingProfile: usedProfile,
  /** Being encoded again, or why that failed; viewers have what was there before. */
  reencode: z.nullable(
    z.object({
      status: z.enum(['running', 'failed']),
      encodingProfile: usedProfile,
      progress: z.number(),
      error: z.nullable(mediaError),
      /** The file that takes the place of the video's; null where that stays. */
      replacement: z.nullable(
        z.object({ fileName: z.string(), stage: z.enum(['uploading', 'downloading', 'encoding']) }),
      ),
    }),
  ),
  urls: contentUrls,
  /** Address of the poster, once there is one. */
  poster: z.nullable(z.string()),
  /** How loud the sound is along the video's time, in white on nothing; null until it is drawn, and without sound. */
  waveform: z.nullable(z.string()),
  addedBy: z.nullable(z.string()),
  /** The video that it was cut out of, which may be gone, and from when until when in seconds. */
  clipOf: z.nullable(z.object({ contentId: uuid, startTime: z.number(), endTime: z.number() })),
  /** The folder it is in; null where it is in none. */
  assetCollectionUUID: z.nullable(uuid),
  /** Since when it is in the trash. */
  trashedAt: z.nullable(time),
  /** When a test or sample video deletes itself. */
  expiresAt: z.nullable(time),
  createdAt: time,
  addedAt: time,
})
export type Content = z.infer<typeof content>

/** Tags of one video. */
export const maxTags = 50
const tag = z.string().check(
  z.minLength(1, messages.tag),
  z.maxLength(100),
  z.refine((value) => value.trim() === value && !value.includes(','), messages.whiteSpace),
)
const tags = z.array(tag).check(z.maxLength(maxTags))
export const title = name
const externalId = z.string().check(z.minLength(1, messages.required), z.maxLength(200))
const description = z.string().check(z.maxLength(5000))

/** A web address as a person types it; whether it may be fetched is the server's to say. */
export const webAddress = z.string(messages.urlRequired).check(
  z.minLength(1, messages.urlRequired),
  z.maxLength(2000),
  z.refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), messages.url),
)

export const createByUrlBody = z.object({
  url: webAddress,
  title: z.optional(title),
  playbackPolicy: z.enum(playbackPolicies, messages.playbackPolicy),
  /** Without one, the environment's default. */
  encodingProfileId: z.optional(uuid),
  isTest,
})
export const updateContentBody = z.object({
  title: z.optional(title),
  description: z.optional(description),
  tags: z.optional(tags),
  playbackPolicy: z.optional(z.enum(playbackPolicies)),
  metadata: z.optional(metadataBody),
  externalId: z.optional(z.nullable(externalId)),
})

export const contentSorts = ['-createdAt', 'createdAt', 'title', '-title', 'duration', '-duration'] as const
export type ContentSort = (typeof contentSorts)[number]

const someIds = z.array(uuid).check(z.minLength(1), z.maxLength(100))
const permanently = z._default(z.boolean(), false)

export const contentCalls = {
  createContent: call({
    method: 'POST',
    path: `${base}/contents`,
    summary:
      'Bring in a video by its address. With `isTest` it is a test video: its first ten seconds with a mark in the picture, deleted after 24 hours.',
    caller: 'environment',
    right: videos('create'),
    body: createByUrlBody,
    answer: content,
    kind: 'json',
    status: 201,
    problems: ['url-not-allowed', 'storage-full', 'organization-inactive', 'codec-unavailable'],
  }),
  createSample: call({
    method: 'POST',
    path: `${base}/contents/sample`,
    summary: 'Make a ten-second sample video on the spot. It deletes itself after 24 hours.',
    caller: 'environment',
    right: videos('create'),
    answer: content,
    kind: 'json',
    status: 201,
    problems: ['storage-full', 'organization-inactive'],
  }),
  listContents: call({
    method: 'GET',
    path: `${base}/contents/paginated`,
    summary:
      'Videos of the environment, newest first unless sorted otherwise. Filters may list several; what a phrase or filter finds is counted up to 1,000.',
    caller: 'environment',
    right: videos('read'),
    query: z.object({
      ...pageQuery,
      phrase: z.optional(z.string().check(z.maxLength(200))),
      status: z.optional(z.array(z.enum(contentStatuses))),
      playbackPolicy: z.optional(z.array(z.enum(playbackPolicies))),
      /** Such as `1080p`: the picture's shorter side. */
      resolution: z.optional(z.array(z.string().check(z.regex(/^\d{1,5}p$/))).check(z.maxLength(20))),
      /** All of them. */
      tag: z.optional(tags),
      metadataKey: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
      externalId: z.optional(z.string().check(z.maxLength(200))),
      /** Seconds. */
      minDuration: z.optional(z.number().check(z.minimum(0))),
      maxDuration: z.optional(z.number().check(z.minimum(0))),
      /** Added from then on. */
      from: z.optional(time),
      /** Added before. */
      to: z.optional(time),
      sort: z._default(z.enum(contentSorts), '-createdAt'),
      /** In this folder; with a phrase, below it too. */
      assetCollectionUUID: z.optional(uuid),
      /** Level by level: the folders of the level come along, and without a folder only what is in none. */
      showAssetCollections: z._default(z.boolean(), false),
      /** All of them without it. */
      category: z.optional(z.enum(contentCategories)),
      /** What is in the trash, instead of what is not. */
      trashed: z._default(z.boolean(), false),
    }),
    answer: z.extend(page(content), {
      assetCollections: z.array(collection),
      /** Nothing has the words of the phrase; this has words like them. */
      similar: z.boolean(),
    }),
    kind: 'json',
    status: 200,
  }),
  getContent: call({
    method: 'GET',
    path: `${base}/contents/:id`,
    summary: 'One video.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    answer: content,
    kind: 'json',
    status: 200,
  }),
  updateContent: call({
    method: 'PUT',
    path: `${base}/contents/:id`,
    summary: 'Change what is said of a video, or who may play it; what is left out stays.',
    caller: 'environment',
    right: videos('update'),
    params: idParams,
    body: updateContentBody,
    answer: content,
    kind: 'json',
    status: 200,
    problems: ['in-trash'],
  }),
  deleteContent: call({
    method: 'DELETE',
    path: `${base}/contents/:id`,
    summary:
      'Put a video into the trash for 30 days: nobody can play it. `permanently` deletes it with everything that was made of it, also while it is being processed. An upload that is not complete is always deleted.',
    caller: 'environment',
    right: videos('delete'),
    params: idParams,
    query: z.object({ permanently }),
    kind: 'empty',
    status: 204,
  }),
  deleteContents: call({
    method: 'POST',
    path: `${base}/contents/bulk_delete`,
    summary: 'Put several videos into the trash, or delete them. Ids that do not exist are passed over.',
    caller: 'environment',
    right: videos('delete'),
    body: z.object({ ids: someIds, permanently }),
    answer: z.object({ deleted: z.array(uuid) }),
    kind: 'json',
    status: 200,
  }),
  restoreContents: call({
    method: 'POST',
    path: `${base}/contents/bulk_restore`,
    summary: 'Take videos out of the trash, back to their folder if it is still there.',
    caller: 'environment',
    right: videos('update'),
    body: z.object({ ids: someIds }),
    answer: z.object({ restored: z.array(uuid) }),
    kind: 'json',
    status: 200,
  }),
  moveContents: call({
    method: 'POST',
    path: `${base}/contents/bulk_move`,
    summary:
      'Move several videos into a folder, or out of all folders. Ids that do not exist are passed over.',
    caller: 'environment',
    right: videos('update'),
    body: z.object({ ids: someIds, assetCollectionUUID: z.nullable(uuid) }),
    answer: z.object({ moved: z.array(uuid) }),
    kind: 'json',
    status: 200,
    problems: ['in-trash'],
  }),
  tagContents: call({
    method: 'POST',
    path: `${base}/contents/bulk_tag`,
    summary: 'Add tags to several videos and take tags off them. Ids that do not exist are passed over.',
    caller: 'environment',
    right: videos('update'),
    body: z.object({ ids: someIds, add: z._default(tags, []), remove: z._default(tags, []) }),
    answer: z.object({ tagged: z.array(uuid) }),
    kind: 'json',
    status: 200,
  }),
  retryContent: call({
    method: 'POST',
    path: `${base}/contents/:id/refetch`,
    summary: 'Try again what failed, and only that.',
    caller: 'environment',
    right: videos('update'),
    params: idParams,
    answer: content,
    kind: 'json',
    status: 200,
    problems: ['content-not-ready', 'reencode-running', 'replacement-running', 'in-trash'],
  }),
  retryContentByGet: call({
    method: 'GET',
    path: `${base}/contents/:id/refetch`,
    summary: 'The same as the POST, for clients that know it as a GET.',
    caller: 'environment',
    right: videos('update'),
    params: idParams,
    answer: content,
    kind: 'json',
    status: 200,
    problems: ['content-not-ready', 'reencode-running', 'replacement-running', 'in-trash'],
  }),
  reencodeContent: call({
    method: 'POST',
    path: `${base}/contents/:id/reencode`,
    summary:
      "Encode a video again, with the given profile or the environment's default. Whoever watches notices nothing: what is there plays until all of the new is, and for an hour after.",
    caller: 'environment',
    right: videos('update'),
    params: idParams,
    body: z.object({ encodingProfileId: z.optional(uuid) }),
    answer: content,
    kind: 'json',
    status: 200,
    problems: [
      ...(['content-not-ready', 'reencode-running', 'replacement-running'] as const),
      ...(['codec-unavailable', 'in-trash', 'storage-full'] as const),
    ],
  }),
  endReencode: call({
    method: 'DELETE',
    path: `${base}/contents/:id/reencode`,
    summary:
      'Stop encoding a video again, or take away the word that it failed. What was there before stays; what was made of the new is removed.',
    caller: 'environment',
    right: videos('update'),
    params: idParams,
    answer: content,
    kind: 'json',
    status: 200,
    problems: ['reencode-over'],
  }),
  getPlaybackUrl: call({
    method: 'GET',
    path: `${base}/contents/:id/playback_url`,
    summary:
      'Addresses to play, show and share a video; with a token for the caller where playback is signed.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    answer: playbackUrl,
    kind: 'json',
    status: 200,
  }),
}
