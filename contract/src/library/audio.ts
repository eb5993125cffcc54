import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { base, videos } from './base.ts'
import { mediaError, webAddress } from './content-fields.ts'
import { languageCode } from './subtitles.ts'
import { fileFields, upload } from './uploads.ts'
import { audioExtensions } from './values.ts'

/** Roles of audio tracks, named as in DASH (ISO/IEC 23009-1). `description` is for viewers who cannot see the
 * picture. */
export const audioRoles = ['main', 'dub', 'description', 'commentary'] as const
export type AudioRole = (typeof audioRoles)[number]

export function isAudioFileName(fileName: string): boolean {
  return audioExtensions.some((ending) => fileName.toLowerCase().endsWith(`.${ending}`))
}

/** Per video. */
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
  /** `source`: from the file of the video; `added`: uploaded or imported later. */
  origin: z.enum(['source', 'added']),
  name: z.string(),
  /** BCP 47, or null if the file does not name a language. */
  languageCode: z.nullable(z.string()),
  role: z.enum(audioRoles),
  /** Plays by default. */
  isDefault: z.boolean(),
  /** Viewers can select the track once it is `ready`. */
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
  /** To replace the default track, set this on another track. */
  isDefault: z.optional(z.literal(true)),
})

const path = `${base}/contents/:id/audio_tracks`
const params = z.object({ id: uuid, trackId: uuid })

const audioTrackCalls = {
  listAudioTracks: call({
    method: 'GET',
    path,
    summary: 'List the audio tracks of a video: tracks of its file first, then added tracks.',
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
      'Add an audio track from a URL. The track is trimmed or padded with silence to the length of the video. Viewers can select it once it is ready.',
    caller: 'environment',
    right: videos('create'),
    params: idParams,
    body: addAudioTrackBody,
    answer: audioTrack,
    kind: 'json',
    status: 201,
    problems: [
      'in-trash',
      'content-not-ready',
      'audio-track-limit',
      'url-not-allowed',
      'host-not-allowed',
      'storage-full',
      'recording-has-no-source',
    ],
  }),
  uploadAudioTrack: call({
    method: 'POST',
    path: `${path}/upload`,
    summary:
      'Add an audio track by uploading a file. The response contains an upload; send its parts like those of a video.',
    caller: 'environment',
    right: videos('create'),
    params: idParams,
    body: uploadAudioTrackBody,
    answer: z.object({ track: audioTrack, upload }),
    kind: 'json',
    status: 201,
    problems: [
      'in-trash',
      'content-not-ready',
      'audio-track-limit',
      'storage-full',
      'recording-has-no-source',
    ],
  }),
  updateAudioTrack: call({
    method: 'PUT',
    path: `${path}/:trackId`,
    summary: 'Update the details of an audio track, or make it the default. Omitted fields stay unchanged.',
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
    summary: 'Retry an added audio track that failed, if its error is `retryable`.',
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
    summary: "Delete an added audio track. Tracks of the video's own file cannot be deleted.",
    caller: 'environment',
    right: videos('delete'),
    params,
    kind: 'empty',
    status: 204,
    problems: ['in-trash', 'audio-track-of-source'],
  }),
}

export const audioTrackFeature = defineFeature({
  calls: audioTrackCalls,
  problems: {
    'audio-track-limit': { status: 409, title: 'This video has reached its limit of audio tracks' },
    'audio-track-of-source': {
      status: 409,
      title: "This track is part of the video's file and cannot be deleted",
    },
  },
  messages: {
    audioFormat: 'Select an audio file in a supported format',
  },
  objects: {
    audio_track: ['Videos', 'Video', 'read'],
  },
  events: {
    'video.audio_track.created': 'audio_track',
    'video.audio_track.updated': 'audio_track',
    'video.audio_track.ready': 'audio_track',
    'video.audio_track.errored': 'audio_track',
    'video.audio_track.deleted': 'audio_track',
  },
  auditActions: ['audio_track.created', 'audio_track.updated', 'audio_track.deleted'],
})
