import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, time, uuid } from '../common.ts'
import { messages } from '../messages.ts'
import { base, videos } from './base.ts'
import { mediaError, webAddress } from './contents.ts'
import { languageCode } from './subtitles.ts'
import { fileFields, upload } from './uploads.ts'

/** What a track is for, in the words of DASH (ISO/IEC 23009-1): `description` tells whoever does not see what is shown. */
export const audioRoles = ['main', 'dub', 'description', 'commentary'] as const
export type AudioRole = (typeof audioRoles)[number]

/** File name endings of sound; what a file is, its bytes say. */
export const audioExtensions = [
  ...['aac', 'm4a', 'mp3', 'wav', 'flac', 'ogg', 'oga', 'opus', 'aif', 'aiff', 'mka', 'wma'],
  ...['mp4', 'mov', 'mkv', 'webm'],
] as const

export function isAudioFileName(fileName: string): boolean {
  return audioExtensions.some((ending) => fileName.toLowerCase().endsWith(`.${ending}`))
}

/** Of one video. */
export const maxAudioTracks = 32

export const audioTrackStatuses = [
  'uploading',
  'downloading',
  'queued',
  'processing',
  'ready',
  'failed',
] as const

export const audioTrack = z.object({
  id: uuid,
  contentId: uuid,
  /** Whether it came with the video's file or was added to it. */
  origin: z.enum(['source', 'added']),
  name: z.string(),
  /** BCP 47; null where the file does not say. */
  languageCode: z.nullable(z.string()),
  role: z.enum(audioRoles),
  /** What viewers hear who choose nothing. */
  isDefault: z.boolean(),
  /** Viewers have it once it is `ready`. */
  status: z.enum(audioTrackStatuses),
  /** 0 to 1. */
  progress: z.number(),
  error: z.nullable(mediaError),
  fileName: z.nullable(z.string()),
  createdAt: time,
})
export type AudioTrack = z.infer<typeof audioTrack>

const said = {
  name,
  languageCode,
  role: z._default(z.enum(audioRoles), 'dub'),
  isDefault: z._default(z.boolean(), false),
}
export const addAudioTrackBody = z.object({ ...said, url: webAddress })
export const uploadAudioTrackBody = z.object({
  ...said,
  ...fileFields(isAudioFileName, messages.audioFormat),
})
export const updateAudioTrackBody = z.object({
  name: z.optional(name),
  languageCode: z.optional(languageCode),
  role: z.optional(z.enum(audioRoles)),
  /** Another one is made the default by saying so of it. */
  isDefault: z.optional(z.literal(true)),
})

const path = `${base}/contents/:id/audio_tracks`
const params = z.object({ id: uuid, trackId: uuid })

export const audioTrackCalls = {
  listAudioTracks: call({
    method: 'GET',
    path,
    summary: "A video's audio tracks: those of its file first, then those that were added.",
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    answer: z.object({ items: z.array(audioTrack) }),
    kind: 'json',
    status: 200,
  }),
  addAudioTrack: call({
    method: 'POST',
    path,
    summary:
      "Add an audio track by its file's address. It is cut, or filled up with silence, to the video's length; viewers have it once it is ready.",
    caller: 'environment',
    right: videos('create'),
    params: idParams,
    body: addAudioTrackBody,
    answer: audioTrack,
    kind: 'json',
    status: 201,
    problems: ['in-trash', 'content-not-ready', 'audio-track-limit', 'url-not-allowed', 'storage-full'],
  }),
  uploadAudioTrack: call({
    method: 'POST',
    path: `${path}/upload`,
    summary:
      'Add an audio track by uploading its file: the answer names an upload, whose parts are sent like those of a video.',
    caller: 'environment',
    right: videos('create'),
    params: idParams,
    body: uploadAudioTrackBody,
    answer: z.object({ track: audioTrack, upload }),
    kind: 'json',
    status: 201,
    problems: ['in-trash', 'content-not-ready', 'audio-track-limit', 'storage-full'],
  }),
  updateAudioTrack: call({
    method: 'PUT',
    path: `${path}/:trackId`,
    summary: 'Change what is said of an audio track, or make it the default; what is left out stays.',
    caller: 'environment',
    right: videos('update'),
    params,
    body: updateAudioTrackBody,
    answer: audioTrack,
    kind: 'json',
    status: 200,
    problems: ['in-trash'],
  }),
  retryAudioTrack: call({
    method: 'POST',
    path: `${path}/:trackId/retry`,
    summary: 'Try again to make an added audio track that failed, where its error is `retryable`.',
    caller: 'environment',
    right: videos('update'),
    params,
    answer: audioTrack,
    kind: 'json',
    status: 200,
    problems: ['in-trash', 'content-not-ready'],
  }),
  deleteAudioTrack: call({
    method: 'DELETE',
    path: `${path}/:trackId`,
    summary: "Delete an audio track that was added. Those of the video's own file stay with it.",
    caller: 'environment',
    right: videos('delete'),
    params,
    kind: 'empty',
    status: 204,
    problems: ['in-trash', 'audio-track-of-source'],
  }),
}
