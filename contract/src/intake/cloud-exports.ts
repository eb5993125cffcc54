import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { cloudExports, folderPath, exportsPath as path } from './base.ts'
import { accountChoice } from './cloud-imports.ts'
import { cloudExportLimits, cloudExportReasons, cloudExportStates, exportKinds } from './values.ts'

/** The files of an export, and their place. */
export const exportTarget = {
  accountId: uuid,
  /** A folder below that of the account, which is created if it is missing. */
  path: folderPath,
  files: z.array(z.enum(exportKinds)).check(z.minLength(1), z.maxLength(exportKinds.length)),
}

export const cloudExportBody = z.object({
  ...exportTarget,
  path: z._default(folderPath, ''),
  contentIds: z.array(uuid).check(z.minLength(1), z.maxLength(cloudExportLimits.videos)),
})
export type CloudExportBody = z.output<typeof cloudExportBody>

export const cloudExport = z.object({
  id: uuid,
  contentId: uuid,
  /** Title of the video, as it was if the video was deleted since. */
  contentTitle: z.string(),
  account: accountChoice,
  path: exportTarget.path,
  files: exportTarget.files,
  /** The rule that made it. Null if a person did, or if the rule was deleted since. */
  rule: z.nullable(z.object({ id: uuid, name: z.string() })),
  state: z.enum(cloudExportStates),
  /** Why it failed, or why the last attempt did. */
  reason: z.nullable(z.enum(cloudExportReasons)),
  /** The files that are in the account, by their paths below the folder of the account, with their bytes. */
  written: z.array(z.object({ path: z.string(), size: z.number() })),
  createdBy: z.string(),
  createdAt: time,
  /** When its state last changed. */
  changedAt: time,
})
export type CloudExport = z.infer<typeof cloudExport>

const cloudExportCalls = {
  listExportAccounts: call({
    method: 'GET',
    path: `${path}/accounts`,
    summary: 'List the accounts of clouds and servers that videos can be exported to.',
    caller: 'environment',
    right: cloudExports('read'),
    answer: z.object({ items: z.array(accountChoice) }),
    kind: 'json',
    status: 200,
  }),
  createCloudExport: call({
    method: 'POST',
    path,
    summary: `Export files of videos to a folder of an account, at most ${cloudExportLimits.videos} videos at once. Files are named by the title of their video. None that is there is replaced: a number follows a title that is taken.`,
    caller: 'environment',
    right: cloudExports('create'),
    perMinute: 20,
    body: cloudExportBody,
    answer: z.object({ items: z.array(cloudExport) }),
    kind: 'json',
    status: 201,
    problems: ['content-not-ready', 'in-trash'],
  }),
  listCloudExports: call({
    method: 'GET',
    path,
    summary: `List exports with what became of them, newest first. Those that ended are listed for ${cloudExportLimits.keptDays} days.`,
    caller: 'environment',
    right: cloudExports('read'),
    query: z.object({
      ...pageQuery,
      contentId: z.optional(uuid),
      state: z.optional(z.enum(cloudExportStates)),
    }),
    answer: page(cloudExport),
    kind: 'json',
    status: 200,
  }),
  retryCloudExport: call({
    method: 'POST',
    path: `${path}/:id/retry`,
    summary:
      'Try a failed export again. Files that were written are not written again, unless another file took the name of one.',
    caller: 'environment',
    right: cloudExports('create'),
    params: idParams,
    answer: cloudExport,
    kind: 'json',
    status: 200,
    problems: ['cloud-export-not-failed'],
  }),
}

export const cloudExportFeature = defineFeature({
  calls: cloudExportCalls,
  problems: {
    'cloud-export-not-failed': { status: 409, title: 'Only a failed export can be tried again' },
  },
  events: {
    'video.cloud_account.export_completed': 'cloud_account',
    'video.cloud_account.export_failed': 'cloud_account',
  },
  auditActions: ['cloud_account.exported'],
})
