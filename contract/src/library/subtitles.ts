import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, mostSeconds, name, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { base, videos } from './base.ts'

/** Extensions of subtitle files. */
export const subtitleFormats = ['srt', 'vtt'] as const
export type SubtitleFormat = (typeof subtitleFormats)[number]

export const subtitleLimits = {
  /** A full day of speech has about a quarter as many. */
  fileBytes: 6 * 1024 ** 2,
  /** Per video. */
  most: 100,
} as const

/** Encodings of text files, by their names in the Encoding Standard. Where two names fit, the Windows one comes
 * first. */
export const subtitleCharsets = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1256',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'koi8-r',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'big5',
  'gb18030',
] as const
export type SubtitleCharset = (typeof subtitleCharsets)[number]

/** A file in base64 with a margin, or the same size for cues in JSON. */
const maxBodyBytes = 9 * 1024 ** 2

/** Errors of subtitle files and cues, in English. The console translates them by key. */
export const subtitleFaults = {
  'header-missing': 'The file does not start with WEBVTT',
  'time-unreadable': 'The times are not valid',
  'time-order': 'The end must be after the start',
  'text-missing': 'The cue has no text',
  'text-too-long': 'The text is too long',
  'settings-unreadable': 'The position is not valid',
  'block-refused': 'This style or region is not supported',
  'too-many-cues': 'There are more than 100,000 cues',
  'no-cues': 'The file has no cues',
  'not-text': 'The file is not a text file',
  'file-too-large': 'The file is larger than 6 MB',
} as const
export type SubtitleFault = keyof typeof subtitleFaults
const faultIds = Object.keys(subtitleFaults) as [SubtitleFault, ...SubtitleFault[]]

export function isSubtitleFileName(fileName: string): boolean {
  return subtitleFormats.some((format) => fileName.toLowerCase().endsWith(`.${format}`))
}

/** The canonical form of an ISO 639 or BCP 47 code: `en` for `ENG`, `zh-Hant` for `zh-hant`. Null for invalid
 * codes. */
export function canonicalLanguage(code: string): string | null {
  try {
    const canonical = Intl.getCanonicalLocales(code)[0] ?? ''
    const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
    return names.of(canonical) === undefined ? null : canonical
  } catch {
    return null
  }
}

export const languageCode = z.string(messages.required).check(
  z.minLength(1, messages.required),
  z.maxLength(35),
  z.refine((code) => code === '' || canonicalLanguage(code) !== null, messages.language),
)
const closedCaptions = z.boolean()

const settings = z.object({
  region: z.optional(z.string()),
  vertical: z.optional(z.string()),
  line: z.optional(z.string()),
  position: z.optional(z.string()),
  size: z.optional(z.string()),
  align: z.optional(z.string()),
})

/** Times in seconds. Text and settings are WebVTT, with `&lt;` for `<` in the text. */
export const cue = z.object({
  id: z._default(z.string(), ''),
  start: z.number().check(z.maximum(mostSeconds)),
  end: z.number().check(z.maximum(mostSeconds)),
  text: z.string(),
  settings: z._default(settings, {}),
})
export type SubtitleCue = z.infer<typeof cue>

const version = z.object({
  name: z.string(),
  languageCode: z.string(),
  /** Describes sounds too, for viewers who cannot hear them. */
  closedCaptions: z.boolean(),
  /** Format of the original file. */
  format: z.enum(subtitleFormats),
  cueCount: z.number(),
  updatedAt: time,
})

export const subtitle = z.object({
  id: uuid,
  contentId: uuid,
  /** Visible to viewers. */
  status: z.enum(['draft', 'published']),
  /** The version that viewers see. */
  published: z.nullable(version),
  /** The version that viewers see after publishing, or null without unpublished changes. */
  draft: z.nullable(version),
  createdAt: time,
})
export type Subtitle = z.infer<typeof subtitle>

const fault = z.object({ line: z.number(), id: z.enum(faultIds), message: z.string() })
/** A subtitle with the errors of its file, at most 100. */
const readSubtitle = z.extend(subtitle, { faults: z.array(fault) })

const which = z.optional(z.enum(['draft', 'published']))
const params = z.object({ id: uuid, subtitleId: uuid })
const someIds = z._default(z.array(uuid).check(z.maxLength(subtitleLimits.most)), [])

export const createSubtitleBody = z.object({
  name,
  languageCode,
  closedCaptions: z._default(closedCaptions, false),
  /** SubRip or WebVTT; null for a subtitle without cues. */
  text: z.optional(z.string().check(z.maxLength(subtitleLimits.fileBytes))),
})
/** Encoding of the file. By default it is detected; the language decides between encodings that look alike. */
const charset = z.optional(z.enum(subtitleCharsets))
/** The file in base64. */
const file = z
  .string()
  .check(
    z.minLength(1, messages.fileRequired),
    z.maxLength(Math.ceil(subtitleLimits.fileBytes / 3) * 4, subtitleFaults['file-too-large']),
    z.regex(/^[A-Za-z0-9+/]*={0,2}$/),
  )
export const uploadSubtitleBody = z.object({
  name,
  languageCode,
  closedCaptions: z._default(closedCaptions, false),
  fileName: z
    .string()
    .check(
      z.minLength(1, messages.fileRequired),
      z.maxLength(255),
      z.refine(isSubtitleFileName, messages.subtitleFormat),
    ),
  charset,
  file,
})
export const updateSubtitleBody = z.object({
  name: z.optional(name),
  languageCode: z.optional(languageCode),
  closedCaptions: z.optional(closedCaptions),
  cues: z.optional(z.array(cue)),
  /** `updatedAt` of the version that was edited. If it is no longer the current version, nothing changes. */
  basedOn: z.optional(time),
})

const path = `${base}/contents/:id/subtitles`

const subtitleCalls = {
  listSubtitles: call({
    method: 'GET',
    path,
    summary: 'List the subtitles of a video, oldest first.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    answer: z.object({ items: z.array(subtitle) }),
    kind: 'json',
    status: 200,
  }),
  createSubtitle: call({
    method: 'POST',
    path,
    summary: 'Create a draft subtitle, empty or from a text.',
    caller: 'environment',
    right: videos('create'),
    params: idParams,
    body: createSubtitleBody,
    answer: readSubtitle,
    kind: 'json',
    status: 201,
    problems: ['in-trash', 'subtitle-limit', 'subtitle-unreadable'],
    maxBodyBytes,
  }),
  uploadSubtitle: call({
    method: 'POST',
    path: `${path}/upload`,
    summary: 'Create a draft subtitle from an .srt or .vtt file.',
    caller: 'environment',
    right: videos('create'),
    params: idParams,
    body: uploadSubtitleBody,
    answer: readSubtitle,
    kind: 'json',
    status: 201,
    problems: ['in-trash', 'subtitle-limit', 'subtitle-unreadable'],
    maxBodyBytes,
  }),
  previewSubtitle: call({
    method: 'POST',
    path: `${path}/preview`,
    summary: 'Get the encoding of a subtitle file and some lines of its text, without storing anything.',
    caller: 'environment',
    right: videos('create'),
    params: idParams,
    body: z.object({ languageCode: z.optional(languageCode), charset, file }),
    answer: z.object({ charset: z.enum(subtitleCharsets), lines: z.array(z.string()) }),
    kind: 'json',
    status: 200,
    problems: ['subtitle-unreadable'],
    maxBodyBytes,
  }),
  publishSubtitles: call({
    method: 'POST',
    path: `${path}/publish`,
    summary:
      'Publish drafts and delete subtitles, all or nothing. Unknown IDs and subtitles without drafts are ignored. Deleting requires the right to delete.',
    caller: 'environment',
    right: videos('update'),
    params: idParams,
    body: z.object({ draftsToPublish: someIds, subtitlesToDelete: someIds }),
    answer: z.object({ published: z.array(uuid), deleted: z.array(uuid) }),
    kind: 'json',
    status: 200,
    problems: ['in-trash'],
  }),
  getSubtitle: call({
    method: 'GET',
    path: `${path}/:subtitleId`,
    summary: 'Get a subtitle with its cues: those of the draft if there is one, unless requested otherwise.',
    caller: 'environment',
    right: videos('read'),
    params,
    query: z.object({ version: which }),
    answer: z.extend(subtitle, { version: z.enum(['draft', 'published']), cues: z.array(cue) }),
    kind: 'json',
    status: 200,
  }),
  updateSubtitle: call({
    method: 'PUT',
    path: `${path}/:subtitleId`,
    summary:
      'Update a subtitle. Omitted fields stay unchanged, and the published version stays until the draft is published. With `basedOn`, the call is refused if the subtitle has changed since.',
    caller: 'environment',
    right: videos('update'),
    params,
    body: updateSubtitleBody,
    answer: subtitle,
    kind: 'json',
    status: 200,
    problems: ['in-trash', 'changed-since'],
    maxBodyBytes,
  }),
  deleteSubtitle: call({
    method: 'DELETE',
    path: `${path}/:subtitleId`,
    summary: 'Delete a subtitle, also for viewers; or only the draft of a published subtitle.',
    caller: 'environment',
    right: videos('delete'),
    params,
    query: z.object({ draftOnly: z._default(z.boolean(), false) }),
    kind: 'empty',
    status: 204,
    problems: ['in-trash'],
  }),
  downloadSubtitle: call({
    method: 'GET',
    path: `${path}/:subtitleId/download`,
    summary: 'Download a subtitle as an .srt or .vtt file.',
    caller: 'environment',
    right: videos('read'),
    params,
    query: z.object({ format: z._default(z.enum(subtitleFormats), 'vtt'), version: which }),
    kind: 'file',
    status: 200,
  }),
}

export const subtitleFeature = defineFeature({
  calls: subtitleCalls,
  problems: {
    'subtitle-limit': { status: 409, title: 'This video has reached its limit of subtitles' },
    'subtitle-unreadable': { status: 422, title: 'The file is not a valid subtitle file' },
  },
  messages: {
    subtitleFormat: 'Select an .srt or .vtt file',
    language: 'Select an existing language',
  },
  objects: {
    subtitle: ['Videos', 'Video', 'read'],
  },
  events: {
    'video.subtitle.created': 'subtitle',
    'video.subtitle.updated': 'subtitle',
    'video.subtitle.published': 'subtitle',
    'video.subtitle.deleted': 'subtitle',
  },
  auditActions: ['subtitle.created', 'subtitle.updated', 'subtitle.published', 'subtitle.deleted'],
})
