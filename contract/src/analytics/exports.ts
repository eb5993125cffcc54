import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { downloadLink } from '../library/index.ts'
import { filterQuery, rangeFields } from './metrics.ts'
import { exportFaults, exportStates, figureFormats } from './values.ts'

const base = '/data/api/v1/exports'
const read = ['Analytics', 'Views', 'read'] as const

/** A file with the views of a range, which a job writes. */
export const viewExport = z.object({
  id: uuid,
  /** The views are of this range, and started before the export was ordered. */
  from: time,
  to: time,
  format: z.enum(figureFormats),
  status: z.enum(exportStates),
  /** Rows that are written so far. */
  rowsDone: z.number(),
  /** Rows when the export was ordered. Late reports can add some. */
  rowsTotal: z.number(),
  /** Of the file; null until it is ready. */
  bytes: z.nullable(z.number()),
  /** Why it failed. */
  problem: z.nullable(z.enum(exportFaults)),
  createdBy: z.string(),
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
      'Order a file with all views of a range that have started so far, newest first: at most 5,000,000, and 1,048,575 as XLSX. A job writes it; 3 can be under way in an environment. The file is kept for 7 days. Formulas are neutralized.',
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
      'List the exports of the last 7 days, newest first, at most 100. Roles with a filter see those that they ordered with the same filter.',
    caller: 'environment',
    right: read,
    answer: z.object({ items: z.array(viewExport) }),
    kind: 'json',
    status: 200,
  }),
  getViewExport: call({
    method: 'GET',
    path: `${base}/:id`,
    summary: 'Get an export: its state, how many rows are written, and why it failed.',
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
    summary: 'Cancel an export, or delete its file.',
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
    summary: 'Create a link to the file of an export, valid for an hour, for browsers.',
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
    'timezone-unknown': { status: 400, title: 'This time zone is not known' },
    'export-too-long': { status: 400, title: 'The export has too many rows for this format' },
    'exports-under-way': { status: 409, title: 'Too many exports are under way in this environment' },
    'export-not-ready': { status: 409, title: 'The export is not ready' },
  },
  objects: {
    view_export: ['Analytics', 'Views', 'read'],
  },
  auditActions: ['view_export.created', 'view_export.downloaded', 'view_export.deleted'],
})
