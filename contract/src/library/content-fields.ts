import * as z from 'zod/mini'
import { idParams, name, oneLine, time, uuid } from '../common.ts'
import { messages } from '../messages.gen.ts'
import { videos } from './base.ts'
import { usedProfile } from './encoding-profiles.ts'
import { mediaErrorIds } from './media-errors.ts'
import { metadataBody, metadataEntry } from './metadata-fields.ts'
import { contentStatuses, playbackPolicies } from './values.ts'

export const renditionStatuses = ['queued', 'processing', 'ready', 'failed'] as const

export const mediaError = z.object({ id: z.enum(mediaErrorIds), message: z.string(), retryable: z.boolean() })

export const rendition = z.object({
  id: uuid,
  name: z.string(),
  type: z.enum(['video', 'audio']),
  codec: z.string(),
  /** The source is repackaged without re-encoding. */
  isOriginal: z.boolean(),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  frameRate: z.nullable(z.number()),
  /** Bits per second: measured once ready, the target before. */
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
  /** Null until a rendition is complete. */
  mp4: z.nullable(z.string()),
})

/** A short-lived token of the caller, for the video and its images; null if playback is public without
 * restrictions. What is streamed with the token of a person with a session is not charged; with that of an API token it is. */
export const playbackToken = z.nullable(z.object({ value: z.string(), expiresAt: time }))

/** Playback URLs, including the token if there is one. */
export const playbackUrl = z.object({ ...contentUrls.shape, token: playbackToken })

/** Category of a video. Social clips and recordings of live streams have their own lists. */
export const contentCategories = ['Video', 'SocialClip', 'LiveRecording'] as const
export type ContentCategory = (typeof contentCategories)[number]

/** Limits of test videos. */
export const testVideoLimits = { seconds: 10, keptHours: 24 } as const

/** `clip` for a video that was cut from another one. */
export const contentTypes = ['video', 'clip'] as const

/** Kinds of thumbnails: images, and GIFs of a part of the video. */
export const thumbnailKinds = ['still', 'gif'] as const

/** Limits of the summaries in a video: items shown of each list, and items counted. The calls that list thumbnails,
 * subtitles and clips answer all of them. */
export const summaryLimits = { items: 10, counted: 1000 } as const

function summary<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), totalItems: z.number() })
}

/** Set when a video is created, and fixed from then on. */
export const isTest = z._default(z.boolean(), false)

export const content = z.object({
  id: uuid,
  environmentId: uuid,
  title: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  metadata: z.array(metadataEntry),
  /** ID of the video in another system. */
  externalId: z.nullable(z.string()),
  status: z.enum(contentStatuses),
  /** The current step while `status` is `pending` or `processing`. */
  stage: z.nullable(
    z.enum(['uploading', 'downloading', 'queued', 'cutting', 'reading', 'packaging', 'encoding']),
  ),
  playable: z.boolean(),
  /** 0 to 1, over all remaining steps. */
  progress: z.number(),
  error: z.nullable(mediaError),
  /** Why the poster, storyboard or waveform could not be rendered. The video plays without them. */
  imagesError: z.nullable(mediaError),
  duration: z.nullable(z.number()),
  resolution: z.nullable(z.string()),
  aspectRatio: z.nullable(z.string()),
  maxFrameRate: z.nullable(z.number()),
  playbackPolicy: z.enum(playbackPolicies),
  playbackId: z.string(),
  playbackToken,
  /** The live stream of a recording, and of a clip of it. */
  streamId: z.nullable(z.string()),
  category: z.enum(contentCategories),
  type: z.enum(contentTypes),
  /** Start and end: of a clip in the video that it was cut from, in seconds; of a recording as epoch times in seconds,
   * without an end while it grows. Null for other videos. */
  startTime: z.nullable(z.number()),
  endTime: z.nullable(z.number()),
  /** A test video: its first ten seconds with a test mark in the picture, deleted after 24 hours. */
  isTest: z.boolean(),
  source,
  renditions: z.array(rendition),
  /** The profile that the video was encoded with. */
  encodingProfile: usedProfile,
  /** State of the re-encoding, or why it failed. Viewers keep the current renditions. */
  reencode: z.nullable(
    z.object({
      status: z.enum(['running', 'failed']),
      encodingProfile: usedProfile,
      progress: z.number(),
      error: z.nullable(mediaError),
      /** The file that replaces the source of the video, or null if the source stays. */
      replacement: z.nullable(
        z.object({ fileName: z.string(), stage: z.enum(['uploading', 'downloading', 'encoding']) }),
      ),
    }),
  ),
  urls: contentUrls,
  /** URL of the poster, once it exists. */
  poster: z.nullable(z.string()),
  /** The newest saved images. URLs need the token, if there is one. */
  thumbnails: summary(
    z.object({
      id: uuid,
      kind: z.enum(thumbnailKinds),
      time: z.nullable(z.number()),
      isPoster: z.boolean(),
      url: z.string(),
    }),
  ),
  /** The oldest subtitles. */
  subtitles: summary(
    z.object({
      id: uuid,
      name: z.string(),
      languageCode: z.string(),
      status: z.enum(['draft', 'published']),
    }),
  ),
  /** The newest clips. */
  clips: summary(
    z.object({
      id: uuid,
      title: z.string(),
      status: z.enum(contentStatuses),
      startTime: z.number(),
      endTime: z.number(),
    }),
  ),
  /** URL of the waveform, white on a transparent background; null until it is rendered, and for videos without
   * audio. */
  waveform: z.nullable(z.string()),
  addedBy: z.nullable(z.string()),
  /** The video that a clip was cut from (it may be deleted), with start and end in seconds. */
  clipOf: z.nullable(z.object({ contentId: uuid, startTime: z.number(), endTime: z.number() })),
  /** The folder of the video, or null at the top level. */
  assetCollectionUUID: z.nullable(uuid),
  /** When the video was moved to the trash. */
  trashedAt: z.nullable(time),
  /** When a test or sample video will be deleted. */
  expiresAt: z.nullable(time),
  createdAt: time,
  addedAt: time,
})
export type Content = z.infer<typeof content>

/** The videos that are being processed. */
export const workQueue = z.object({
  processing: z.number(),
  waiting: z.number(),
  /** Estimate of when all of them are ready; null without one. */
  readyAt: z.nullable(time),
})
export type WorkQueue = z.infer<typeof workQueue>

/** Per video. */
export const maxTags = 50
const tag = z.string().check(
  z.minLength(1, messages.tag),
  z.maxLength(100),
  oneLine,
  z.refine((value) => value.trim() === value && !value.includes(','), messages.whiteSpace),
)
export const tags = z.array(tag).check(z.maxLength(maxTags))
/** Tags as typed: a comma separates two tags. */
export const typedTags = z.pipe(
  z.pipe(
    z.array(z.string().check(z.maxLength(maxTags * 110))).check(z.maxLength(maxTags)),
    z.transform((typed) => typed.flatMap((text) => (text.includes(',') ? separateTags(text) : [text]))),
  ),
  tags,
)

function separateTags(text: string): string[] {
  return text.split(/\s*,\s*/).filter((part) => part !== '')
}

export const title = name
const externalId = z.string().check(z.minLength(1, messages.required), z.maxLength(200))
const description = z.string().check(z.maxLength(5000))

/** A URL as typed by a person. The server decides whether it can be fetched. */
export const webAddress = z.string(messages.urlRequired).check(
  z.minLength(1, messages.urlRequired),
  z.maxLength(2000),
  z.refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), messages.url),
)

export const createByUrlBody = z.object({
  url: webAddress,
  title: z.optional(title),
  playbackPolicy: z.enum(playbackPolicies, messages.playbackPolicy),
  /** Defaults to the default profile of the environment. */
  encodingProfileId: z.optional(uuid),
  isTest,
})
export const updateContentBody = z.object({
  title: z.optional(title),
  description: z.optional(description),
  tags: z.optional(typedTags),
  playbackPolicy: z.optional(z.enum(playbackPolicies)),
  metadata: z.optional(metadataBody),
  externalId: z.optional(z.nullable(externalId)),
})

/** `resolution` is the shorter side of the video; `goneAt` is when the video will be deleted automatically, in the
 * trash or not; `items` sorts folders by number of items, and videos by title. */
export const contentSorts = [
  '-createdAt',
  'createdAt',
  'title',
  '-title',
  'duration',
  '-duration',
  'size',
  '-size',
  'resolution',
  '-resolution',
  'status',
  '-status',
  'addedBy',
  '-addedBy',
  'trashedAt',
  '-trashedAt',
  'goneAt',
  '-goneAt',
  'items',
  '-items',
] as const
export type ContentSort = (typeof contentSorts)[number]

/** A call that changes one video and returns it. */
export const changesContent = {
  caller: 'environment',
  right: videos('update'),
  params: idParams,
  answer: content,
  kind: 'json',
  status: 200,
} as const
