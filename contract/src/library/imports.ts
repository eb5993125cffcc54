import * as z from 'zod/mini'
import { call, startRefusals } from '../call.ts'
import { idParams, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { base, videos } from './base.ts'
import { isTest } from './content-fields.ts'
import { mediaErrorIds } from './media-errors.ts'
import { contentStatuses, playbackPolicies } from './values.ts'

/** Extensions of spreadsheets that can be imported. */
export const sheetFormats = ['xlsx', 'xls'] as const

export const importLimits = {
  fileBytes: 10_000_000,
  /** Per file. Each row is a video. */
  rows: 500,
  columns: 50,
  /** Per environment, including drafts. */
  most: 1000,
  draftHours: 24,
} as const

export function isSheetFileName(fileName: string): boolean {
  return sheetFormats.some((format) => fileName.toLowerCase().endsWith(`.${format}`))
}

/** Fields of a video that a column can fill. */
export const importFields = ['url', 'title', 'description', 'tags', 'externalId', 'playbackPolicy'] as const
export type ImportField = (typeof importFields)[number]

/** Errors of rows, in English. The console translates them by key. */
export const rowFaults = {
  'url-missing': 'URL required',
  'url-invalid': 'Please enter valid url',
  'url-twice': 'Another row has the same URL',
  'title-too-long': 'The title is longer than 200 characters',
  'description-too-long': 'The description is longer than 5,000 characters',
  'tag-too-long': 'A tag is longer than 100 characters',
  'tags-too-many': 'There are more than 50 tags',
  'external-id-too-long': 'The external ID is longer than 200 characters',
  'external-id-twice': 'Another row has the same external ID',
  'policy-unknown': 'The playback policy must be public or signed',
} as const
export type RowFault = keyof typeof rowFaults
const rowFaultIds = Object.keys(rowFaults) as [RowFault, ...RowFault[]]

/** Why a row is skipped: a video of the environment has the same external ID, or the same URL if the row has no ID. */
export const skipReasons = ['external-id-there', 'url-there'] as const
export type SkipReason = (typeof skipReasons)[number]

/** `invalid` and `skipped` rows are not imported; `waiting` rows are not started or are in the queue. `removed`:
 * the video has been deleted. `cancelled`: the import was canceled before the row was imported. */
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

/** `draft` until it is started; `stopped` after an error, and can be started again. */
export const importStatuses = ['draft', 'running', 'stopped', 'finished'] as const
export const importStops = ['storage-full', 'interrupted'] as const
export const repeatChoices = ['skip', 'import'] as const

/** Index of the column for each field, from 0, or null for no column. */
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
  /** Why the import stopped. */
  stop: z.nullable(z.enum(importStops)),
  /** The target folder of the videos. */
  assetCollectionUUID: z.nullable(uuid),
  /** Names and first values of the columns. */
  columns: z.array(z.object({ name: z.string(), examples: z.array(z.string()) })),
  mapping,
  /** Default for rows without a value. */
  playbackPolicy: z.enum(playbackPolicies),
  /** The profile of the videos, or null for the default of the environment. A deleted profile counts as null. */
  encodingProfileId: z.nullable(uuid),
  /** Handling of rows whose videos already exist. */
  repeats: z.enum(repeatChoices),
  /** All videos become test videos. */
  isTest: z.boolean(),
  rowCount: z.number(),
  counts,
  createdBy: z.string(),
  createdAt: time,
  startedAt: z.nullable(time),
  /** When a draft will be deleted. */
  expiresAt: z.nullable(time),
})
export type VideoImport = z.infer<typeof videoImport>

export const importRow = z.object({
  /** Row number in the file, from 1 as in spreadsheet programs. */
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
  /** The imported video. */
  content: z.nullable(
    z.object({
      id: uuid,
      playbackId: z.string(),
      status: z.enum(contentStatuses),
      /** 0 to 1, within the current step. */
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
  /** The file in base64. */
  file: z
    .string(messages.sheetRequired)
    .check(
      z.minLength(1, messages.sheetRequired),
      z.maxLength(Math.ceil(importLimits.fileBytes / 3) * 4, messages.sheetTooLarge),
      z.regex(/^[A-Za-z0-9+/]*={0,2}$/),
    ),
  /** The target folder of the videos. */
  assetCollectionUUID: z.optional(uuid),
})

export const updateImportBody = z.object({
  mapping,
  playbackPolicy: z._default(z.enum(playbackPolicies, messages.playbackPolicy), 'public'),
  encodingProfileId: z._default(z.nullable(uuid), null),
  repeats: z._default(z.enum(repeatChoices), 'skip'),
  isTest,
})

/** Languages for the texts of a spreadsheet. */
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

const importCalls = {
  createImport: call({
    method: 'POST',
    path,
    summary: `Upload a .xlsx or .xls file with the URLs of videos, at most ${importLimits.rows}. This creates a draft, which imports nothing until it is started and is deleted after ${importLimits.draftHours} hours.`,
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
    summary: 'List the imports of the environment, including drafts, newest first.',
    ...mayImport,
    query: z.object(pageQuery),
    answer: page(videoImport),
    kind: 'json',
    status: 200,
  }),
  downloadImportTemplate: call({
    method: 'GET',
    path: `${path}/template`,
    summary: 'Get an .xlsx template with an example row.',
    ...mayImport,
    query: inLanguage,
    kind: 'file',
    status: 200,
  }),
  getImport: call({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get an import with the number of rows in each status.',
    ...answersImport,
  }),
  updateImport: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Map columns to fields and validate all rows again. Only possible before the import is started.',
    ...answersImport,
    body: updateImportBody,
    problems: ['import-started'],
  }),
  listImportRows: call({
    method: 'GET',
    path: `${path}/:id/rows`,
    summary: 'List the rows of an import in file order, with their errors and results.',
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
      'Start an import of all valid rows, or resume it after it stopped. Repeated calls never import a row twice.',
    ...answersImport,
    problems: [...startRefusals, 'import-nothing', 'storage-full', 'organization-inactive'],
  }),
  cancelImport: call({
    method: 'POST',
    path: `${path}/:id/cancel`,
    summary: 'Cancel an import. Waiting rows and running downloads are canceled; imported videos stay.',
    ...answersImport,
    problems: ['import-draft'],
  }),
  retryImport: call({
    method: 'POST',
    path: `${path}/:id/retry`,
    summary: 'Retry the failed rows that can succeed.',
    ...answersImport,
    problems: [...startRefusals, 'import-draft', 'storage-full', 'organization-inactive'],
  }),
  deleteImport: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete an import. Waiting rows are no longer imported; videos stay.',
    ...mayImport,
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
  downloadImportReport: call({
    method: 'GET',
    path: `${path}/:id/report`,
    summary: 'Export all rows as an .xlsx file, with their errors and results.',
    ...mayImport,
    params: idParams,
    query: inLanguage,
    kind: 'file',
    status: 200,
  }),
}

export const importFeature = defineFeature({
  calls: importCalls,
  problems: {
    'import-draft': { status: 409, title: 'This import has not been started' },
    'import-started': { status: 409, title: 'This import has already been started' },
    'import-nothing': { status: 409, title: 'This import has no rows that can be imported' },
    'sheet-format': {
      status: 422,
      title: 'Invalid file format. Only Excel files (.xlsx, .xls) are allowed.',
    },
    'sheet-unreadable': { status: 422, title: 'Unable to read the file. Please try again.' },
    'sheet-empty': { status: 422, title: 'The file has no rows below the header' },
    'sheet-too-long': { status: 422, title: 'A file can contain at most 500 videos' },
  },
  messages: {
    sheet: 'Invalid file format. Only Excel files (.xlsx, .xls) are allowed.',
    sheetRequired: 'Please select a file',
    sheetTooLarge: 'The file is larger than 10 MB',
  },
  objects: {
    import: ['Videos', 'Video', 'create'],
  },
  events: {
    'video.import.started': 'import',
    'video.import.stopped': 'import',
    'video.import.cancelled': 'import',
    'video.import.deleted': 'import',
  },
  auditActions: ['import.started', 'import.cancelled', 'import.deleted'],
})
