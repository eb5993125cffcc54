// Values and limits without schemas: the first screen of a browser loads these, and not zod.

/** Rules for files that are in a folder when it is first watched. */
export const existingRules = ['take', 'ignore'] as const

/** Rules for a file after its video was made. */
export const afterRules = ['keep', 'move', 'delete'] as const

/** How a file is known to be whole: it is quiet and its container ends, or a file beside it says so, or a list of files does. */
export const settleRules = ['quiet', 'marker', 'manifest'] as const

const markerForm = /^\.[\p{L}\p{N}][\p{L}\p{N}._-]*$/u

/** Whether a text has the form of an ending of names. */
export function isMarker(text: string): boolean {
  return text.length <= watchLimits.markerLength && markerForm.test(text)
}

/** Whether a text is empty, or names folders with `/` between them. */
export function isFolderPath(text: string): boolean {
  return text === '' || text.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

/** Rules for files beside a video that describe it. `use`: what can be read. `require`: a video without a description that can
 * be read waits. */
export const sidecarRules = ['ignore', 'use', 'require'] as const

/** Files that belong to others. */
export const companionKinds = ['marker', 'manifest', 'sidecar', 'subtitle'] as const
export type CompanionKind = (typeof companionKinds)[number]

/** Why a companion is not used. `values`: a text is too long, or the language unknown. */
export const companionFaults = ['unreadable', 'too-large', 'broken', 'values'] as const
export type CompanionFault = (typeof companionFaults)[number]

/** `settling`: waits until the file is whole and quiet. */
export const watchFileStates = ['settling', 'queued', 'fetching', 'ingested', 'skipped', 'failed'] as const
export type WatchFileState = (typeof watchFileStates)[number]

/** Why a file waits, was skipped or failed. */
export const watchFileReasons = [
  'changing',
  'empty',
  'incomplete',
  'temporary',
  'excluded',
  'no-video',
  'existing',
  'duplicate',
  'companion',
  'no-marker',
  'not-listed',
  'not-as-listed',
  'no-sidecar',
  'sidecar-broken',
  'no-file',
  'gone',
  'changed',
  'not-moved',
  'unreadable',
  'too-large',
  'storage-full',
  'wallet-empty',
  'unreachable',
  'failed',
] as const
export type WatchFileReason = (typeof watchFileReasons)[number]

/** Why a folder cannot be watched. `account`: its account fails. */
export const watchFolderReasons = [
  'missing',
  'no-access',
  'outside',
  'too-many',
  'too-slow',
  'account',
  'failed',
] as const
export type WatchFolderReason = (typeof watchFolderReasons)[number]

export const watchLimits = {
  nameLength: 64,
  pathLength: 500,
  patterns: 20,
  patternLength: 100,
  markerLength: 30,
  /** A description or a list of files. */
  sidecarBytes: 1024 ** 2,
  foldersPerEnvironment: 50,
  /** Files of one folder that are looked at. */
  files: 100_000,
} as const

/** Name of the folder that files are moved to after their video was made. It is not watched. */
export const movedFolder = 'Ingested'

/** Servers and clouds whose folders can be watched. */
export const accountKinds = ['s3', 'gcs', 'azure', 'sftp', 'ftp', 'ftps', 'webdav'] as const
export type AccountKind = (typeof accountKinds)[number]

/** `ok`: as far as is known. */
export const accountStates = ['ok', 'failing'] as const

/** Why an account fails. `host-key`: the server identifies itself by another key than before. */
export const accountReasons = [
  'no-answer',
  'address',
  'sign-in',
  'host-key',
  'certificate',
  'protocol',
] as const
export type AccountReason = (typeof accountReasons)[number]

/** Steps of the test of an account, in this order. */
export const accountSteps = ['connect', 'sign-in', 'list', 'read', 'write'] as const
export type AccountStep = (typeof accountSteps)[number]

/** `skipped`: a step before failed, or there is nothing to try it with. */
export const accountStepStates = ['ok', 'failed', 'skipped'] as const

export const accountStepReasons = [
  ...accountReasons,
  'missing',
  'no-access',
  'outside',
  'too-many',
  'no-file',
  'changed',
  'too-slow',
] as const
export type AccountStepReason = (typeof accountStepReasons)[number]

/** How FTPS begins: with `AUTH TLS` on an open connection, or encrypted from the start. */
export const ftpsModes = ['explicit', 'implicit'] as const

export const accountSecretNames = [
  'password',
  'privateKey',
  'passphrase',
  'serviceAccountKey',
  'sasToken',
] as const
export type AccountSecretName = (typeof accountSecretNames)[number]

/** The secrets that an account can have by its kind. A passphrase alone signs in nowhere. */
export const accountSecrets: Readonly<Record<AccountKind, readonly AccountSecretName[]>> = {
  s3: ['password'],
  gcs: ['serviceAccountKey'],
  azure: ['password', 'sasToken'],
  sftp: ['password', 'privateKey', 'passphrase'],
  ftp: ['password'],
  ftps: ['password'],
  webdav: ['password'],
}

export const accountLimits = {
  nameLength: 64,
  accountsPerEnvironment: 50,
  userLength: 200,
  secretLength: 1000,
  /** A private key, or certificates. */
  keyLength: 12_000,
  urlLength: 1000,
} as const

/** Files of a video that can be exported. `original`: the file that was uploaded, or the segments of a recording, joined.
 * `mp4`: the largest rendition that plays everywhere. */
export const exportKinds = ['original', 'mp4', 'subtitles', 'poster', 'metadata'] as const
export type ExportKind = (typeof exportKinds)[number]

export const cloudExportStates = ['queued', 'running', 'done', 'failed'] as const
export type CloudExportState = (typeof cloudExportStates)[number]

/** Why an export failed. `name-taken`: a file of that name appeared while it was written. `no-files`: the video has none of
 * the chosen files. */
export const cloudExportReasons = [
  ...accountReasons,
  'missing',
  'no-access',
  'outside',
  'too-slow',
  'name-taken',
  'no-files',
  'video-gone',
  'video-not-ready',
  'storage-full',
  'failed',
] as const
export type CloudExportReason = (typeof cloudExportReasons)[number]

export const cloudExportLimits = {
  /** Videos that are exported at once: a page of the list. */
  videos: 100,
  rulesPerEnvironment: 50,
  nameLength: 64,
  keptDays: 90,
} as const

export const cloudImportLimits = {
  /** Files that are imported at once. */
  files: 100,
  /** Entries of a folder that people see. */
  shown: 1000,
  keptDays: 30,
} as const
