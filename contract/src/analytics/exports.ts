import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { downloadLink } from '../library/index.ts'
import { filterQuery, rangeFields } from './metric-fields.ts'
import { exportFaults, exportStates, figureFormats } from './values.ts'

const base = '/data/api/v1/exports'
const read = ['Analytics', 'Views', 'read'] as const

/** An export of all views of a range. A job writes the file. */
export const viewExport = z.object({
  id: uuid,
  /** The range of the views. Views that start after the export was created are not included. */
  from: time,
  to: time,
  format: z.enum(figureFormats),
  status: z.enum(exportStates),
  /** Rows written so far. */
  rowsDone: z.number(),
  /** Rows when the export was created. Late reports can add some. */
  rowsTotal: z.number(),
  /** File size. Null until the file is ready. */
  bytes: z.nullable(z.number()),
  /** Why it failed. */
  problem: z.nullable(z.enum(exportFaults)),
  createdBy: z.string(),
  /** The caller may cancel or delete it. */
  mayDelete: z.boolean(),
  createdAt: time,
  /** When the file is deleted. */
  expiresAt: time,
})
export type ViewExport = z.infer<typeof viewExport>

const viewExportCalls = {
  createViewExport: call({
    method: 'POST',
    path: base,
    summary:
      'Create an export of all views of a time range that have started so far, newest first: at most 5,000,000, or 1,048,575 as XLSX. A job writes the file. An environment can have 3 exports in progress. The file is kept for 7 days. Formulas are neutralized.',
    caller: 'environment',
    right: read,
    body: z.object({ ...rangeFields, ...filterQuery, format: z._default(z.enum(figureFormats), 'csv') }),
    answer: viewExport,
    kind: 'json',
    status: 201,
    problems: [
      'warehouse-away',
      'range-too-long',
      'timezone-unknown',
      'export-too-long',
      'exports-under-way',
      'limit-reached',
      'storage-full',
    ],
  }),
  listViewExports: call({
    method: 'GET',
    path: base,
    summary:
      'List the exports of the last 7 days, newest first, at most 100. Callers whose role has a filter see only their own exports that were created with the same filter.',
    caller: 'environment',
    right: read,
    answer: z.object({ items: z.array(viewExport) }),
    kind: 'json',
    status: 200,
  }),
  getViewExport: call({
    method: 'GET',
    path: `${base}/:id`,
    summary: 'Get an export: its status, the rows written so far, and why it failed.',
    caller: 'environment',
    right: read,
    params: idParams,
    answer: viewExport,
    kind: 'json',
    status: 200,
  }),
  deleteViewExport: call({
    method: 'DELETE',
    path: `${base}/:id`,
    summary:
      "Cancel an export, or delete its file. Another person's export requires the right to delete views.",
    caller: 'environment',
    right: read,
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
  getViewExportFile: call({
    method: 'GET',
    path: `${base}/:id/file`,
    summary: 'Download the file of an export.',
    caller: 'environment',
    right: read,
    params: idParams,
    kind: 'file',
    status: 200,
    problems: ['export-not-ready'],
  }),
  linkViewExport: call({
    method: 'POST',
    path: `${base}/:id/link`,
    summary: 'Create a download link for the file of an export, valid for an hour.',
    caller: 'environment',
    right: read,
    params: idParams,
    answer: downloadLink,
    kind: 'json',
    status: 201,
    problems: ['export-not-ready'],
  }),
}

export const viewExportFeature = defineFeature({
  calls: viewExportCalls,
  problems: {
    'timezone-unknown': { status: 400, title: 'Unknown time zone' },
    'export-too-long': { status: 400, title: 'The export has too many rows for this format' },
    'exports-under-way': { status: 409, title: 'Too many exports are in progress in this environment' },
    'export-not-ready': { status: 409, title: 'The export is not ready' },
  },
  objects: {
    view_export: ['Analytics', 'Views', 'read'],
  },
  auditActions: ['view_export.created', 'view_export.downloaded', 'view_export.deleted'],
})
