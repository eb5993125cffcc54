// Values and limits without schemas: the first screen of a browser loads these, and not zod.

/** Rules for files that are in a folder when it is first watched. */
export const existingRules = ['take', 'ignore'] as const

/** Rules for a file after its video was made. */
export const afterRules = ['keep', 'move', 'delete'] as const

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
  'no-file',
  'gone',
  'not-moved',
  'unreadable',
  'too-large',
  'storage-full',
  'wallet-empty',
  'failed',
] as const
export type WatchFileReason = (typeof watchFileReasons)[number]

/** Why a folder cannot be watched. */
export const watchFolderReasons = ['missing', 'no-access', 'outside', 'too-many', 'failed'] as const
export type WatchFolderReason = (typeof watchFolderReasons)[number]

export const watchLimits = {
  nameLength: 64,
  pathLength: 500,
  patterns: 20,
  patternLength: 100,
  foldersPerEnvironment: 50,
  /** Files of one folder that are looked at. */
  files: 100_000,
} as const

/** Name of the folder that files are moved to after their video was made. It is not watched. */
export const movedFolder = 'Ingested'
