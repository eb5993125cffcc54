import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { base } from './base.ts'
import { videoCodecs } from './values.ts'

/** Profiles that every environment has from the start. The console translates their names. */
export const builtInProfiles = ['standard'] as const

/** The same in every environment: it is built in and not stored in the database. */
export const standardProfileId = '00000000-0000-4000-8000-000000000001'

export const encodingProfileLimits = {
  /** Per environment, without the built-in profile. */
  most: 50,
  rungs: 10,
  /** Pixels of the shorter side. */
  leastLines: 144,
  mostLines: 2160,
  leastKbps: 100,
  mostKbps: 60_000,
  watermarkBytes: 2 * 1024 ** 2,
} as const

export const frameRateCaps = [24, 25, 30, 50, 60] as const
export const audioBitrates = [64, 96, 128, 160, 192, 256, 320] as const
export const audioChannels = ['source', 'stereo'] as const
export const watermarkCorners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const

/** LUFS. EBU R 128 asks for -23; streaming services are louder. */
export const loudnessTargets = { ebu: -23, least: -24, most: -14 } as const

const { leastLines, mostLines, leastKbps, mostKbps } = encodingProfileLimits

const rung = z.object({
  /** Pixels of the shorter side: 1080 for 1080p. */
  lines: z
    .int(messages.rungLines)
    .check(z.minimum(leastLines, messages.rungLines), z.maximum(mostLines, messages.rungLines)),
  /** Peak bit rate of H.264 at up to 30 frames per second. It is 50% higher above 30, and lower for other codecs. */
  maxKbps: z
    .int(messages.rungKbps)
    .check(z.minimum(leastKbps, messages.rungKbps), z.maximum(mostKbps, messages.rungKbps)),
})

const rungs = z.array(rung).check(
  z.minLength(1, messages.rungsRequired),
  z.maxLength(encodingProfileLimits.rungs),
  z.refine((each) => new Set(each.map(({ lines }) => lines)).size === each.length, messages.rungTwice),
)

/** H.264 is required: every device plays it, and it is encoded first. */
const codecs = z.array(z.enum(videoCodecs)).check(
  z.maxLength(videoCodecs.length),
  z.refine((each) => each.includes('h264'), messages.codecH264),
  z.refine((each) => new Set(each).size === each.length, messages.codecTwice),
)

const audio = z.object({
  /** For stereo; mono uses half. */
  kbps: z.literal(audioBitrates),
  /** `source` keeps mono as mono; other layouts become stereo. */
  channels: z.enum(audioChannels),
  /** Integrated loudness (EBU R 128) in LUFS; null keeps the loudness of the source. */
  loudness: z.nullable(z.int().check(z.minimum(loudnessTargets.least), z.maximum(loudnessTargets.most))),
  /** Adds an audio-only variant for connections that are too slow for any video rendition. */
  asRung: z.optional(z.boolean()),
})

const watermarkPlacement = {
  corner: z.enum(watermarkCorners),
  /** Percent of the shorter side of the video. */
  margin: z.number().check(z.minimum(0), z.maximum(20)),
  /** Percent of the width of the video. */
  size: z.number().check(z.minimum(2), z.maximum(50)),
  /** Percent. */
  opacity: z.number().check(z.minimum(5), z.maximum(100)),
}
const watermark = z.object(watermarkPlacement)
export type WatermarkPlace = z.infer<typeof watermark>

const watermarkFile = z
  .string(messages.imageRequired)
  .check(
    z.minLength(1, messages.imageRequired),
    z.maxLength(Math.ceil(encodingProfileLimits.watermarkBytes / 3) * 4, messages.watermarkTooLarge),
    z.regex(/^[A-Za-z0-9+/]*={0,2}$/),
  )
/** If omitted, the current image stays. */
const watermarkBody = z.object({ ...watermarkPlacement, file: z.optional(watermarkFile) })

const settings = {
  codecs,
  rungs,
  /** Maximum frames per second; null keeps the frame rate of the source, up to 60. */
  maxFrameRate: z.nullable(z.literal(frameRateCaps)),
  audio,
  /** A source that every device can play becomes the top rendition without re-encoding. */
  keepsOriginal: z.boolean(),
  /** Analyzes the complexity of each video, and skips renditions and bits without a visible benefit. */
  perTitle: z.boolean(),
}

export const encodingProfile = z.object({
  id: uuid,
  environmentId: uuid,
  name: z.string(),
  /** Built in and read-only. */
  builtIn: z.nullable(z.enum(builtInProfiles)),
  /** The default for videos that name no profile. */
  isDefault: z.boolean(),
  ...settings,
  watermark: z.nullable(watermark),
  createdBy: z.nullable(z.string()),
  createdAt: z.nullable(time),
  updatedAt: z.nullable(time),
})
export type EncodingProfile = z.infer<typeof encodingProfile>

export const encodingProfileBody = z.object({ name, ...settings, watermark: z.nullable(watermarkBody) })
export type EncodingProfileBody = z.infer<typeof encodingProfileBody>

/** Copy of the profile that a video was encoded with. It does not change with the profile. */
export const usedProfile = z.object({
  id: uuid,
  name: z.string(),
  builtIn: z.nullable(z.enum(builtInProfiles)),
})

type Doing = 'create' | 'read' | 'update' | 'delete'
const profiles = (action: Doing) => ['Settings', 'Encoding Profile', action] as const
const path = `${base}/encoding_profiles`
/** A watermark in base64, with a margin. */
const maxBodyBytes = 3 * 1024 ** 2
const written = [
  'name-taken',
  'codec-unavailable',
  'image-unreadable',
  'storage-full',
  'unavailable',
] as const

const encodingProfileCalls = {
  listEncodingProfiles: call({
    method: 'GET',
    path,
    summary: 'List the encoding profiles of the environment: the built-in one first, then its own by name.',
    caller: 'environment',
    right: profiles('read'),
    answer: z.object({ items: z.array(encodingProfile) }),
    kind: 'json',
    status: 200,
  }),
  listProfileChoices: call({
    method: 'GET',
    path: `${path}/choices`,
    summary: 'List the names of the encoding profiles, for callers who add or re-encode videos.',
    caller: 'environment',
    right: ['Videos', 'Video', 'read'],
    answer: z.object({ items: z.array(z.extend(usedProfile, { isDefault: z.boolean() })) }),
    kind: 'json',
    status: 200,
  }),
  getEncodingCapabilities: call({
    method: 'GET',
    path: `${path}/capabilities`,
    summary: "Get the encoding capabilities of the installation's ffmpeg.",
    caller: 'environment',
    right: profiles('read'),
    answer: z.object({
      /** The ffmpeg version, or an empty string if ffmpeg is not installed. */
      ffmpeg: z.string(),
      codecs: z.array(
        z.object({
          codec: z.enum(videoCodecs),
          available: z.boolean(),
          encoder: z.string(),
          /** Bit rate for the same quality, relative to H.264. */
          bitrateFactor: z.number(),
        }),
      ),
      /** ffmpeg can measure loudness. */
      loudness: z.boolean(),
      watermark: z.boolean(),
    }),
    kind: 'json',
    status: 200,
  }),
  createEncodingProfile: call({
    method: 'POST',
    path,
    summary:
      'Create an encoding profile. H.264 is required, since every device plays it. Codecs that this installation cannot encode are refused.',
    caller: 'environment',
    right: profiles('create'),
    body: encodingProfileBody,
    answer: encodingProfile,
    kind: 'json',
    status: 201,
    problems: [...written, 'limit-reached'],
    maxBodyBytes,
  }),
  getEncodingProfile: call({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get an encoding profile.',
    caller: 'environment',
    right: profiles('read'),
    params: idParams,
    answer: encodingProfile,
    kind: 'json',
    status: 200,
  }),
  updateEncodingProfile: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary:
      'Update an encoding profile. Existing videos do not change until they are re-encoded. A watermark without a file keeps its image.',
    caller: 'environment',
    right: profiles('update'),
    params: idParams,
    body: encodingProfileBody,
    answer: encodingProfile,
    kind: 'json',
    status: 200,
    problems: [...written, 'profile-built-in'],
    maxBodyBytes,
  }),
  deleteEncodingProfile: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete an encoding profile. Videos keep a copy of the settings they were encoded with.',
    caller: 'environment',
    right: profiles('delete'),
    params: idParams,
    kind: 'empty',
    status: 204,
    problems: ['profile-built-in', 'profile-default'],
  }),
  makeDefaultEncodingProfile: call({
    method: 'POST',
    path: `${path}/:id/default`,
    summary: 'Make an encoding profile the default for new videos.',
    caller: 'environment',
    right: profiles('update'),
    params: idParams,
    answer: encodingProfile,
    kind: 'json',
    status: 200,
    problems: ['codec-unavailable'],
  }),
  getProfileWatermark: call({
    method: 'GET',
    path: `${path}/:id/watermark`,
    summary: 'Get the watermark image of an encoding profile, as a PNG.',
    caller: 'environment',
    right: profiles('read'),
    params: idParams,
    kind: 'file',
    status: 200,
  }),
}

export const encodingProfileFeature = defineFeature({
  calls: encodingProfileCalls,
  problems: {
    'profile-built-in': { status: 409, title: 'Built-in profiles cannot be changed' },
    'profile-default': {
      status: 409,
      title: 'This is the default profile. Make another profile the default first.',
    },
  },
  messages: {
    rungLines: 'Enter 144 to 2160 pixels',
    rungKbps: 'Enter 100 to 60,000 kbit/s',
    rungsRequired: 'Add at least one rendition',
    rungTwice: 'Each rendition can be added only once',
    codecH264: 'H.264 is required',
    codecTwice: 'Each codec can be added only once',
    watermarkTooLarge: 'The image is larger than 2 MB',
  },
  objects: {
    encoding_profile: ['Settings', 'Encoding Profile', 'read'],
  },
  events: {
    'video.encoding_profile.created': 'encoding_profile',
    'video.encoding_profile.updated': 'encoding_profile',
    'video.encoding_profile.deleted': 'encoding_profile',
  },
  auditActions: [
    'encoding_profile.created',
    'encoding_profile.updated',
    'encoding_profile.chosen',
    'encoding_profile.deleted',
  ],
})
