import * as z from 'zod/mini'
import { idParams, name, time, uuid } from '../common.ts'
import { messages } from '../messages.ts'
import { mediaErrorIds } from '../problems.ts'
import { videos } from './base.ts'
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
export const playbackUrl = z.object({ ...contentUrls.shape, token: playbackToken })

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
export const tags = z.array(tag).check(z.maxLength(maxTags))
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

/**
 * `resolution` is the picture's shorter side; `goneAt` is when it is deleted by itself, in the trash or not; `items` are
 * those in a folder, and videos by title.
 */
export const contentSorts = [
  ...(['-createdAt', 'createdAt', 'title', '-title', 'duration', '-duration', 'size', '-size'] as const),
  ...(['resolution', '-resolution', 'status', '-status', 'addedBy', '-addedBy'] as const),
  ...(['trashedAt', '-trashedAt', 'goneAt', '-goneAt', 'items', '-items'] as const),
] as const
export type ContentSort = (typeof contentSorts)[number]

/** A call that changes one video and answers it. */
export const changesContent = {
  caller: 'environment',
  right: videos('update'),
  params: idParams,
  answer: content,
  kind: 'json',
  status: 200,
} as const
