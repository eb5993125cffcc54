import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, page, pageQuery, time, uuid } from '../common.ts'
import { messages } from '../messages.ts'
import { mediaErrorIds } from '../problems.ts'
import { base, videos } from './base.ts'
import { contentStatuses, isTest, playbackPolicies } from './contents.ts'

/** File name endings of the spreadsheets that can be imported. */
export const sheetFormats = ['xlsx', 'xls'] as const

export const importLimits = {
  fileBytes: 10_000_000,
  /** Of one file, each a video. */
  rows: 500,
  columns: 50,
  /** Of one environment, started or not. */
  most: 1000,
  draftHours: 24,
} as const

export function isSheetFileName(fileName: string): boolean {
  return sheetFormats.some((format) => fileName.toLowerCase().endsWith(`.${format}`))
}

/** What a column can be of a video. */
export const importFields = ['url', 'title', 'description', 'tags', 'externalId', 'playbackPolicy'] as const
export type ImportField = (typeof importFields)[number]

/** What is wrong with a row, in English; the console translates by key. */
export const rowFaults = {
  'url-missing': 'URL required',
  'url-invalid': 'Please enter valid url',
  'url-twice': 'Another row has this URL',
  'title-too-long': 'The title is longer than 200 characters',
  'description-too-long': 'The description is longer than 5,000 characters',
  'tag-too-long': 'A tag is longer than 100 characters',
  'tags-too-many': 'There are more than 50 tags',
  'external-id-too-long': 'The external id is longer than 200 characters',
  'external-id-twice': 'Another row has this external id',
  'policy-unknown': 'Write public or signed',
} as const
export type RowFault = keyof typeof rowFaults
const rowFaultIds = Object.keys(rowFaults) as [RowFault, ...RowFault[]]

/** Why a row is passed over: a video of the environment has its external id; or its URL, where it has no id. */
export const skipReasons = ['external-id-there', 'url-there'] as const
export type SkipReason = (typeof skipReasons)[number]

/**
 * `invalid` and `skipped` are not brought in; `waiting` will be, or waits in the queue. `removed`: its video was
 * deleted since. `cancelled`: somebody stopped the import before it.
 */
export const rowStates = [
  'invalid',
  'skipped',
  'waiting',
  'downloading',
  'processing',
  'ready',
  'failed',
  'cancelled',
  'removed',
] as const
export type RowState = (typeof rowStates)[number]

/** `draft` until it is started; `stopped` where it could not go on, and can be started again. */
export const importStatuses = ['draft', 'running', 'stopped', 'finished'] as const
export const importStops = ['storage-full', 'interrupted'] as const
export const repeatChoices = ['skip', 'import'] as const

/** The number of the column for each field, from 0; null for none. */
const mapping = z.strictObject({
  url: column(),
  title: column(),
  description: column(),
  tags: column(),
  externalId: column(),
  playbackPolicy: column(),
})
export type ImportMapping = z.infer<typeof mapping>

function column() {
  return z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(importLimits.columns - 1))), null)
}

const counts = z.object({
  invalid: z.number(),
  skipped: z.number(),
  waiting: z.number(),
  downloading: z.number(),
  processing: z.number(),
  ready: z.number(),
  failed: z.number(),
  cancelled: z.number(),
  removed: z.number(),
})
export type ImportCounts = z.infer<typeof counts>

export const videoImport = z.object({
  id: uuid,
  fileName: z.string(),
  status: z.enum(importStatuses),
  /** Why it stopped. */
  stop: z.nullable(z.enum(importStops)),
  /** The folder that the videos go into. */
  assetCollectionUUID: z.nullable(uuid),
  /** Names and first values of the columns. */
  columns: z.array(z.object({ name: z.string(), examples: z.array(z.string()) })),
  mapping,
  /** For rows that name none. */
  playbackPolicy: z.enum(playbackPolicies),
  /** What the videos are made with; null leaves it to the environment, and so does one that was deleted since. */
  encodingProfileId: z.nullable(uuid),
  /** What becomes of rows whose videos are here already. */
  repeats: z.enum(repeatChoices),
  /** All of them become test videos. */
  isTest: z.boolean(),
  rowCount: z.number(),
  counts,
  createdBy: z.string(),
  createdAt: time,
  startedAt: z.nullable(time),
  /** When a draft is thrown away. */
  expiresAt: z.nullable(time),
})
export type VideoImport = z.infer<typeof videoImport>

export const importRow = z.object({
  /** In the file, from 1, as spreadsheets count. */
  number: z.number(),
  url: z.string(),
  title: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  externalId: z.nullable(z.string()),
  playbackPolicy: z.enum(playbackPolicies),
  state: z.enum(rowStates),
  faults: z.array(
    z.object({
      field: z.enum(importFields),
      id: z.enum(rowFaultIds),
      message: z.string(),
    }),
  ),
  skipReason: z.nullable(z.enum(skipReasons)),
  error: z.nullable(z.object({ id: z.enum(mediaErrorIds), message: z.string(), retryable: z.boolean() })),
  /** The video it became. */
  content: z.nullable(
    z.object({
      id: uuid,
      playbackId: z.string(),
      status: z.enum(contentStatuses),
      /** 0 to 1, over what it is at. */
      progress: z.number(),
    }),
  ),
})
export type ImportRow = z.infer<typeof importRow>

export const createImportBody = z.object({
  fileName: z.string(messages.sheetRequired).check(
    z.minLength(1, messages.sheetRequired),
    z.maxLength(255),
    z.refine((fileName) => fileName === '' || isSheetFileName(fileName), messages.sheet),
  ),
  /** The file's bytes in base64. */
  file: z
    .string(messages.sheetRequired)
    .check(
      z.minLength(1, messages.sheetRequired),
      z.maxLength(Math.ceil(importLimits.fileBytes / 3) * 4, messages.sheetTooLarge),
      z.regex(/^[A-Za-z0-9+/]*={0,2}$/),
    ),
  /** The folder that the videos go into. */
  assetCollectionUUID: z.optional(uuid),
})

export const updateImportBody = z.object({
  mapping,
  playbackPolicy: z._default(z.enum(playbackPolicies, messages.playbackPolicy), 'public'),
  encodingProfileId: z._default(z.nullable(uuid), null),
  repeats: z._default(z.enum(repeatChoices), 'skip'),
  isTest,
})

/** Languages that the words of a sheet can be in. */
export const sheetLanguages = ['en', 'ar', 'hi', 'te'] as const
export type SheetLanguage = (typeof sheetLanguages)[number]
const inLanguage = z.object({ language: z._default(z.enum(sheetLanguages), 'en') })

const path = `${base}/imports`

const mayImport = { caller: 'environment', right: videos('create') } as const

const answersImport = {
  ...mayImport,
  params: idParams,
  answer: videoImport,
  kind: 'json',
  status: 200,
} as const

export const importCalls = {
  createImport: call({
    method: 'POST',
    path,
    summary: `Read a .xlsx or .xls file that lists videos by their addresses, at most ${importLimits.rows}. Nothing is brought in before it is started; a draft is kept for ${importLimits.draftHours} hours.`,
    ...mayImport,
    body: createImportBody,
    answer: videoImport,
    kind: 'json',
    status: 201,
    problems: [
      'sheet-format',
      'sheet-unreadable',
      'sheet-empty',
      'sheet-too-long',
      'limit-reached',
      'in-trash',
      'unavailable',
      'organization-inactive',
    ],
    maxBodyBytes: 15 * 1024 ** 2,
  }),
  listImports: call({
    method: 'GET',
    path,
    summary: 'Imports of the environment, drafts as well, the latest first.',
    ...mayImport,
    query: z.object(pageQuery),
    answer: page(videoImport),
    kind: 'json',
    status: 200,
  }),
  downloadImportTemplate: call({
    method: 'GET',
    path: `${path}/template`,
    summary: 'A .xlsx file to fill in, with a row as an example.',
    ...mayImport,
    query: inLanguage,
    kind: 'file',
    status: 200,
  }),
  getImport: call({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One import, and how many of its rows are how far.',
    ...answersImport,
  }),
  updateImport: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Say which column is what, and look through all rows anew. Only before it is started.',
    ...answersImport,
    body: updateImportBody,
    problems: ['import-started'],
  }),
  listImportRows: call({
    method: 'GET',
    path: `${path}/:id/rows`,
    summary:
      'Rows of an import in the order of the file, with what is wrong with them or what became of them.',
    ...mayImport,
    params: idParams,
    query: z.object({ ...pageQuery, state: z.optional(z.array(z.enum(rowStates))) }),
    answer: page(importRow),
    kind: 'json',
    status: 200,
  }),
  startImport: call({
    method: 'POST',
    path: `${path}/:id/start`,
    summary:
      'Bring in all rows that can be, or go on where it stopped. A row becomes one video, however often this is called.',
    ...answersImport,
    problems: ['import-nothing', 'storage-full', 'organization-inactive'],
  }),
  cancelImport: call({
    method: 'POST',
    path: `${path}/:id/cancel`,
    summary:
      'Bring in no more: rows that wait or are being fetched are given up. What is here already stays.',
    ...answersImport,
    problems: ['import-draft'],
  }),
  retryImport: call({
    method: 'POST',
    path: `${path}/:id/retry`,
    summary: 'Try again the rows that failed and where that can help.',
    ...answersImport,
    problems: ['import-draft', 'storage-full', 'organization-inactive'],
  }),
  deleteImport: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Forget an import. Rows that wait are not brought in any more; videos stay.',
    ...mayImport,
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
  downloadImportReport: call({
    method: 'GET',
    path: `${path}/:id/report`,
    summary: 'All rows as a .xlsx file, with what is wrong with them or what became of them.',
    ...mayImport,
    params: idParams,
    query: inLanguage,
    kind: 'file',
    status: 200,
  }),
}
