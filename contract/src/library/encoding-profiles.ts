import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, time, uuid } from '../common.ts'
import { messages } from '../messages.ts'
import { base } from './base.ts'

export const videoCodecs = ['h264', 'hevc', 'vp9', 'av1'] as const
export type VideoCodec = (typeof videoCodecs)[number]

/** Profiles that every environment has from the start. The console names them in its own language. */
export const builtInProfiles = ['standard'] as const

/** The same in every environment: it is part of the product and no row of anybody's. */
export const standardProfileId = '00000000-0000-4000-8000-000000000001'

export const encodingProfileLimits = {
  /** Of one environment, the built-in one not counted. */
  most: 50,
  rungs: 10,
  /** Lines of the picture's shorter side. */
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
  /** Lines of the picture's shorter side: 1080 for 1080p. */
  lines: z
    .int(messages.rungLines)
    .check(z.minimum(leastLines, messages.rungLines), z.maximum(mostLines, messages.rungLines)),
  /** What no second of H.264 takes more than, at up to 30 frames a second; half more above, less for other codecs. */
  maxKbps: z
    .int(messages.rungKbps)
    .check(z.minimum(leastKbps, messages.rungKbps), z.maximum(mostKbps, messages.rungKbps)),
})

const rungs = z.array(rung).check(
  z.minLength(1, messages.rungsRequired),
  z.maxLength(encodingProfileLimits.rungs),
  z.refine((each) => new Set(each.map(({ lines }) => lines)).size === each.length, messages.rungTwice),
)

/** H.264 is always among them: it is what every device plays, and what is there first. */
const codecs = z.array(z.enum(videoCodecs)).check(
  z.maxLength(videoCodecs.length),
  z.refine((each) => each.includes('h264'), messages.codecH264),
  z.refine((each) => new Set(each).size === each.length, messages.codecTwice),
)

const audio = z.object({
  /** Of stereo; mono takes half. */
  kbps: z.literal(audioBitrates),
  /** `source` keeps mono as it is; all else becomes stereo. */
  channels: z.enum(audioChannels),
  /** Integrated loudness by EBU R 128 in LUFS; null leaves the sound as loud as it is. */
  loudness: z.nullable(z.int().check(z.minimum(loudnessTargets.least), z.maximum(loudnessTargets.most))),
  /** Players that can may go down to sound alone where a line is too slow for any picture. */
  asRung: z.optional(z.boolean()),
})

const watermarkPlace = {
  corner: z.enum(watermarkCorners),
  /** Percent of the picture's shorter side. */
  margin: z.number().check(z.minimum(0), z.maximum(20)),
  /** Width in percent of the picture's. */
  size: z.number().check(z.minimum(2), z.maximum(50)),
  /** Percent. */
  opacity: z.number().check(z.minimum(5), z.maximum(100)),
}
const watermark = z.object(watermarkPlace)
export type WatermarkPlace = z.infer<typeof watermark>

const watermarkFile = z
  .string(messages.imageRequired)
  .check(
    z.minLength(1, messages.imageRequired),
    z.maxLength(Math.ceil(encodingProfileLimits.watermarkBytes / 3) * 4, messages.watermarkTooLarge),
    z.regex(/^[A-Za-z0-9+/]*={0,2}$/),
  )
/** Without a file the one that is there stays. */
const watermarkBody = z.object({ ...watermarkPlace, file: z.optional(watermarkFile) })

const settings = {
  codecs,
  rungs,
  /** Frames a second at most; null for the source's own, up to 60. */
  maxFrameRate: z.nullable(z.literal(frameRateCaps)),
  audio,
  /** A source that plays everywhere as it is becomes the top rendition without being encoded. */
  keepsOriginal: z.boolean(),
  /** Looks how hard each video is to encode, and leaves out rungs and bits that would not be seen. */
  perTitle: z.boolean(),
}

export const encodingProfile = z.object({
  id: uuid,
  environmentId: uuid,
  name: z.string(),
  /** Part of the product: it stays as it is. */
  builtIn: z.nullable(z.enum(builtInProfiles)),
  /** What videos get for which no profile is named. */
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

/** What a video remembers of the profile that it was made with, whatever becomes of that. */
export const usedProfile = z.object({
  id: uuid,
  name: z.string(),
  builtIn: z.nullable(z.enum(builtInProfiles)),
})

type Doing = 'create' | 'read' | 'update' | 'delete'
const profiles = (action: Doing) => ['Settings', 'Encoding Profile', action] as const
const path = `${base}/encoding_profiles`
/** A watermark in base64 and some more. */
const maxBodyBytes = 3 * 1024 ** 2
const written = [
  'name-taken',
  'codec-unavailable',
  'image-unreadable',
  'storage-full',
  'unavailable',
] as const

export const encodingProfileCalls = {
  listEncodingProfiles: call({
    method: 'GET',
    path,
    summary: 'All encoding profiles of the environment: the built-in one, then its own by name.',
    caller: 'environment',
    right: profiles('read'),
    answer: z.object({ items: z.array(encodingProfile) }),
    kind: 'json',
    status: 200,
  }),
  listProfileChoices: call({
    method: 'GET',
    path: `${path}/choices`,
    summary: 'Names of the encoding profiles, for whoever adds videos or encodes them again.',
    caller: 'environment',
    right: ['Videos', 'Video', 'read'],
    answer: z.object({ items: z.array(z.extend(usedProfile, { isDefault: z.boolean() })) }),
    kind: 'json',
    status: 200,
  }),
  getEncodingCapabilities: call({
    method: 'GET',
    path: `${path}/capabilities`,
    summary: 'What the ffmpeg of this installation can make.',
    caller: 'environment',
    right: profiles('read'),
    answer: z.object({
      /** The version of ffmpeg; empty where there is none. */
      ffmpeg: z.string(),
      codecs: z.array(z.object({ codec: z.enum(videoCodecs), available: z.boolean(), encoder: z.string() })),
      /** Loudness can be measured. */
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
      'Make an encoding profile. H.264 is always among its codecs, since every device plays it; what this machine cannot encode is refused.',
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
    summary: 'One encoding profile.',
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
      'Change an encoding profile. Videos that were made with it stay as they are until they are encoded again. A watermark without a file keeps its picture.',
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
    summary: 'Delete an encoding profile. Videos remember what they were made with.',
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
    summary: 'Have it used for all videos from now on for which no profile is named.',
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
    summary: 'The picture that an encoding profile lays over videos, as a PNG.',
    caller: 'environment',
    right: profiles('read'),
    params: idParams,
    kind: 'file',
    status: 200,
  }),
}
