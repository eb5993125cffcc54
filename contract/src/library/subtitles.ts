import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, time, uuid } from '../common.ts'
import { messages } from '../messages.ts'
import { base, videos } from './base.ts'

/** File name endings the product takes. */
export const subtitleFormats = ['srt', 'vtt'] as const
export type SubtitleFormat = (typeof subtitleFormats)[number]

export const subtitleLimits = {
  /** A day of talk is a quarter of it. */
  fileBytes: 6 * 1024 ** 2,
  /** Of one video. */
  most: 100,
} as const

/** What text files may be written in, by the names of the Encoding Standard; Windows' own first where two fit. */
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

/** A file in base64 and some more; as much for cues in JSON. */
const maxBodyBytes = 9 * 1024 ** 2

/** What is wrong with a subtitle file or a cue, in English; the console translates by key. */
export const subtitleFaults = {
  'header-missing': 'The file does not begin with WEBVTT',
  'time-unreadable': 'The times cannot be read',
  'time-order': 'The end is not after the start',
  'text-missing': 'There is no text',
  'text-too-long': 'The text is too long',
  'settings-unreadable': 'The place on the screen cannot be read',
  'block-refused': 'This style or region is not taken',
  'too-many-cues': 'There are more than 100,000 cues',
  'no-cues': 'There is not one subtitle in the file',
  'not-text': 'The file is no text',
  'file-too-large': 'The file is larger than 6 MiB',
} as const
export type SubtitleFault = keyof typeof subtitleFaults
const faultIds = Object.keys(subtitleFaults) as [SubtitleFault, ...SubtitleFault[]]

export function isSubtitleFileName(fileName: string): boolean {
  return subtitleFormats.some((format) => fileName.toLowerCase().endsWith(`.${format}`))
}

/** A code of ISO 639 or BCP 47 in its one form: `en` for `ENG`, `zh-Hant` for `zh-hant`. Null for no language. */
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

/** Times in seconds. The text is WebVTT's, with `&lt;` for `<`; settings are WebVTT's as well. */
export const cue = z.object({
  id: z._default(z.string(), ''),
  start: z.number(),
  end: z.number(),
  text: z.string(),
  settings: z._default(settings, {}),
})
export type SubtitleCue = z.infer<typeof cue>

const version = z.object({
  name: z.string(),
  languageCode: z.string(),
  /** It tells of sounds as well, for whoever does not hear them. */
  closedCaptions: z.boolean(),
  /** What the file was that it came from. */
  format: z.enum(subtitleFormats),
  cueCount: z.number(),
  updatedAt: time,
})

export const subtitle = z.object({
  id: uuid,
  contentId: uuid,
  /** Whether viewers get it. */
  status: z.enum(['draft', 'published']),
  /** What viewers get. */
  published: z.nullable(version),
  /** What they will get once it is published; null where nothing was changed since. */
  draft: z.nullable(version),
  createdAt: time,
})
export type Subtitle = z.infer<typeof subtitle>

const fault = z.object({ line: z.number(), id: z.enum(faultIds), message: z.string() })
/** A subtitle with what of the file could not be taken, up to 100 faults. */
const readSubtitle = z.extend(subtitle, { faults: z.array(fault) })

const which = z.optional(z.enum(['draft', 'published']))
const params = z.object({ id: uuid, subtitleId: uuid })
const someIds = z._default(z.array(uuid).check(z.maxLength(subtitleLimits.most)), [])

export const createSubtitleBody = z.object({
  name,
  languageCode,
  closedCaptions: z._default(closedCaptions, false),
  /** SubRip or WebVTT; none for a subtitle without cues. */
  text: z.optional(z.string().check(z.maxLength(subtitleLimits.fileBytes))),
})
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
  /** What the file is written in; without it, that is found out. */
  charset: z.optional(z.enum(subtitleCharsets)),
  /** The file's bytes in base64. */
  file: z
    .string()
    .check(
      z.minLength(1, messages.fileRequired),
      z.maxLength(Math.ceil(subtitleLimits.fileBytes / 3) * 4, subtitleFaults['file-too-large']),
      z.regex(/^[A-Za-z0-9+/]*={0,2}$/),
    ),
})
export const updateSubtitleBody = z.object({
  name: z.optional(name),
  languageCode: z.optional(languageCode),
  closedCaptions: z.optional(closedCaptions),
  cues: z.optional(z.array(cue)),
  /** `updatedAt` of the version that was changed: where another has taken its place, nothing is. */
  basedOn: z.optional(time),
})

const path = `${base}/contents/:id/subtitles`

export const subtitleCalls = {
  listSubtitles: call({
    method: 'GET',
    path,
    summary: 'All subtitles of a video, the oldest first.',
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
    summary: 'Make a subtitle, empty or from a text, as a draft.',
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
    summary: 'Make a subtitle from a .srt or .vtt file, as a draft.',
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
  publishSubtitles: call({
    method: 'POST',
    path: `${path}/publish`,
    summary:
      'Give drafts to viewers and delete subtitles, all at once. Ids that do not exist or have no draft are passed over. Deleting takes the right to delete.',
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
    summary:
      'One subtitle with its cues: those of the draft, where there is one, unless asked for otherwise.',
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
      'Change a subtitle; what is left out stays. What is published stays as it is until the draft is. With `basedOn`, refused where somebody else has changed it since.',
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
    summary: 'Delete a subtitle, for viewers as well; or of a published one only the draft.',
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
    summary: 'A subtitle as a .srt or .vtt file.',
    caller: 'environment',
    right: videos('read'),
    params,
    query: z.object({ format: z._default(z.enum(subtitleFormats), 'vtt'), version: which }),
    kind: 'file',
    status: 200,
  }),
}
