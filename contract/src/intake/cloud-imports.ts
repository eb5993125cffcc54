import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, oneLine, page, pageQuery, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { playbackPolicies } from '../library/index.ts'
import { cloudImports, folderPath, importsPath as path } from './base.ts'
import { accountKinds, accountStepReasons, cloudImportLimits } from './values.ts'
import { watchFile } from './watch-files.ts'

export const accountChoice = z.object({ id: uuid, name: z.string(), kind: z.enum(accountKinds) })

const cloudEntry = z.object({
  name: z.string(),
  isFolder: z.boolean(),
  /** Bytes. Null for a folder. */
  size: z.nullable(z.number()),
})
export type CloudEntry = z.infer<typeof cloudEntry>

export const cloudFolder = z.object({
  /** Folders first, each by name. */
  items: z.array(cloudEntry),
  /** Whether there are more than are shown. */
  isCut: z.boolean(),
  /** Why it cannot be listed. Null if it can. */
  reason: z.nullable(z.enum(accountStepReasons)),
})
export type CloudFolder = z.infer<typeof cloudFolder>

const fileName = z.string().check(
  z.minLength(1),
  z.maxLength(255),
  oneLine,
  z.refine((name) => !name.includes('/') && name !== '.' && name !== '..'),
)

export const cloudImportBody = z.object({
  accountId: uuid,
  /** The folder below that of the account. */
  path: z._default(folderPath, ''),
  /** Names of files in it. */
  names: z.array(fileName).check(z.minLength(1), z.maxLength(cloudImportLimits.files)),
  /** Folder of the videos; null for none. */
  collectionId: z._default(z.nullable(uuid), null),
  /** Null for the default of the environment. */
  encodingProfileId: z._default(z.nullable(uuid), null),
  playbackPolicy: z._default(z.enum(playbackPolicies), 'public'),
})
export type CloudImportBody = z.output<typeof cloudImportBody>

const importedFile = z.object({
  ...watchFile.shape,
  account: z.object({ id: uuid, name: z.string() }),
})
export type ImportedFile = z.infer<typeof importedFile>

const cloudImportCalls = {
  listImportAccounts: call({
    method: 'GET',
    path: `${path}/accounts`,
    summary: 'List the accounts of clouds and servers whose files can be imported by hand.',
    caller: 'environment',
    right: cloudImports('read'),
    answer: z.object({ items: z.array(accountChoice) }),
    kind: 'json',
    status: 200,
  }),
  browseCloudAccount: call({
    method: 'GET',
    path: `${path}/accounts/:id/files`,
    summary: `List a folder of an account: its folders, and then its files, at most ${cloudImportLimits.shown}. It takes up to half a minute.`,
    caller: 'environment',
    right: cloudImports('read'),
    perMinute: 60,
    params: idParams,
    query: z.object({ path: z._default(folderPath, '') }),
    answer: cloudFolder,
    kind: 'json',
    status: 200,
  }),
  createCloudImport: call({
    method: 'POST',
    path,
    summary: `Make videos of files in a folder of an account, at most ${cloudImportLimits.files} at once. They are taken as they are, also if they became videos before, and stay in the account.`,
    caller: 'environment',
    right: cloudImports('create'),
    perMinute: 20,
    body: cloudImportBody,
    answer: z.object({ items: z.array(importedFile) }),
    kind: 'json',
    status: 201,
    problems: ['cloud-account-failing', 'cloud-file-missing', 'in-trash'],
  }),
  listImportedFiles: call({
    method: 'GET',
    path: `${path}/files`,
    summary: `List the files that were imported by hand with what became of them, latest change first. They are listed for ${cloudImportLimits.keptDays} days.`,
    caller: 'environment',
    right: cloudImports('read'),
    query: z.object(pageQuery),
    answer: page(importedFile),
    kind: 'json',
    status: 200,
  }),
}

export const cloudImportFeature = defineFeature({
  calls: cloudImportCalls,
  problems: {
    'cloud-account-failing': { status: 409, title: 'The account does not answer, or refuses access' },
    'cloud-file-missing': { status: 409, title: 'A file is no longer in the account' },
  },
  events: { 'video.cloud_account.import_failed': 'cloud_account' },
  auditActions: ['cloud_account.imported'],
})
