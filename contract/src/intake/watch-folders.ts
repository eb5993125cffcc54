import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, oneLine, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { isVideoFileName, playbackPolicies } from '../library/index.ts'
import { messages } from '../messages.gen.ts'
import { folderPath, path, watchFolders } from './base.ts'
import {
  accountKinds,
  accountReasons,
  afterRules,
  existingRules,
  isMarker,
  settleRules,
  sidecarRules,
  watchFileStates,
  watchFolderReasons,
  watchLimits,
} from './values.ts'

const pattern = z
  .string()
  .check(z.minLength(1, messages.required), z.maxLength(watchLimits.patternLength), oneLine)
const patterns = z.array(pattern).check(z.maxLength(watchLimits.patterns))

const fields = {
  name: name.check(z.maxLength(watchLimits.nameLength)),
  /** Account that has the folder, as in `listWatchRoots`. Null for a folder of the server itself. */
  accountId: z.nullable(uuid),
  /** Folder of the server, as in `listWatchRoots`. Empty with an account. */
  root: z.string().check(z.maxLength(watchLimits.pathLength)),
  /** A folder below the root, or below the folder of the account. */
  path: folderPath,
  isRecursive: z.boolean(),
  /** Patterns of file names such as `*.mp4`. Without any, all video files are taken. */
  include: patterns,
  /** Patterns of file names that are never taken. */
  exclude: patterns,
  existing: z.enum(existingRules),
  /** Seconds for which a file must not change before it is taken. */
  quietSeconds: z.int().check(z.minimum(5), z.maximum(3600)),
  settle: z.enum(settleRules),
  /** With `marker`: `film.mp4` is whole when there is `film.mp4.done` or `film.done`. */
  marker: z.string().check(
    z.maxLength(watchLimits.markerLength),
    z.refine((text) => isMarker(text) && !isVideoFileName(`video${text}`), messages.marker),
  ),
  /** With `manifest`: pattern of the names of files that list others with their sizes or checksums. */
  manifest: pattern,
  /** Rule for `film.xml`, `film.json` and `film.csv`, which have title, description, tags, language and metadata of `film.mp4`, and
   * for subtitles such as `film.ar.vtt` and `film.srt`. */
  sidecars: z.enum(sidecarRules),
  /** Folder of the videos; null for none. */
  collectionId: z.nullable(uuid),
  /** Null for the default of the environment. */
  encodingProfileId: z.nullable(uuid),
  playbackPolicy: z.enum(playbackPolicies),
  tags: z.array(z.string().check(z.minLength(1), z.maxLength(100), oneLine)).check(z.maxLength(50)),
  after: z.enum(afterRules),
}

export const watchFolderBody = z
  .object({
    ...fields,
    accountId: z._default(fields.accountId, null),
    root: z._default(fields.root, ''),
    path: z._default(fields.path, ''),
    isRecursive: z._default(fields.isRecursive, true),
    include: z._default(fields.include, []),
    exclude: z._default(fields.exclude, []),
    existing: z._default(fields.existing, 'take'),
    quietSeconds: z._default(fields.quietSeconds, 5),
    settle: z._default(fields.settle, 'quiet'),
    marker: z._default(fields.marker, '.done'),
    manifest: z._default(fields.manifest, 'manifest.*'),
    sidecars: z._default(fields.sidecars, 'ignore'),
    collectionId: z._default(fields.collectionId, null),
    encodingProfileId: z._default(fields.encodingProfileId, null),
    playbackPolicy: z._default(fields.playbackPolicy, 'public'),
    tags: z._default(fields.tags, []),
    after: z._default(fields.after, 'keep'),
  })
  .check(
    z.refine(({ accountId, root }) => (accountId === null) === (root !== ''), {
      path: ['root'],
      error: messages.required,
    }),
  )
export type WatchFolderBody = z.output<typeof watchFolderBody>

export const watchFolder = z.object({
  id: uuid,
  environmentId: uuid,
  ...fields,
  isPaused: z.boolean(),
  /** Why its files cannot be listed. Null if they can. */
  reason: z.nullable(z.enum(watchFolderReasons)),
  /** The account that has the folder. Its reason says why it fails. */
  account: z.nullable(
    z.object({
      id: uuid,
      name: z.string(),
      kind: z.enum(accountKinds),
      reason: z.nullable(z.enum(accountReasons)),
    }),
  ),
  /** When its files were last listed. */
  scannedAt: z.nullable(time),
  /** Number of its files by state. */
  counts: z.record(z.enum(watchFileStates), z.int()),
  createdBy: z.string(),
  createdAt: time,
})
export type WatchFolder = z.infer<typeof watchFolder>

const problems = ['watch-root-unknown', 'watch-folder-nested', 'in-trash'] as const

const watchFolderCalls = {
  listWatchRoots: call({
    method: 'GET',
    path: `${path}/roots`,
    summary:
      'List the folders of the server that may be watched (`WATCH_ROOTS`), and the accounts whose folders may be.',
    caller: 'environment',
    right: watchFolders('read'),
    answer: z.object({
      items: z.array(z.string()),
      accounts: z.array(z.object({ id: uuid, name: z.string(), kind: z.enum(accountKinds) })),
    }),
    kind: 'json',
    status: 200,
  }),
  createWatchFolder: call({
    method: 'POST',
    path,
    summary: 'Watch a folder. Each file in it becomes one video when it is whole and no longer changes.',
    caller: 'environment',
    right: watchFolders('create'),
    body: watchFolderBody,
    answer: watchFolder,
    kind: 'json',
    status: 201,
    problems: [...problems, 'watch-folder-limit'],
  }),
  listWatchFolders: call({
    method: 'GET',
    path,
    summary: 'List watched folders, newest first.',
    caller: 'environment',
    right: watchFolders('read'),
    query: z.object(pageQuery),
    answer: page(watchFolder),
    kind: 'json',
    status: 200,
  }),
  getWatchFolder: call({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get a watched folder.',
    caller: 'environment',
    right: watchFolders('read'),
    params: idParams,
    answer: watchFolder,
    kind: 'json',
    status: 200,
  }),
  updateWatchFolder: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Replace a watched folder. Files that were taken stay as they are.',
    caller: 'environment',
    right: watchFolders('update'),
    params: idParams,
    body: watchFolderBody,
    answer: watchFolder,
    kind: 'json',
    status: 200,
    problems: problems,
  }),
  deleteWatchFolder: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Stop watching a folder. Its files and its videos stay.',
    caller: 'environment',
    right: watchFolders('delete'),
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
  pauseWatchFolder: call({
    method: 'POST',
    path: `${path}/:id/pause`,
    summary: 'Pause a watched folder. No more files are taken. Those that are being taken are finished.',
    caller: 'environment',
    right: watchFolders('update'),
    params: idParams,
    answer: watchFolder,
    kind: 'json',
    status: 200,
  }),
  resumeWatchFolder: call({
    method: 'POST',
    path: `${path}/:id/resume`,
    summary: 'Resume a watched folder. Files that arrived meanwhile are taken.',
    caller: 'environment',
    right: watchFolders('update'),
    params: idParams,
    answer: watchFolder,
    kind: 'json',
    status: 200,
  }),
  scanWatchFolder: call({
    method: 'POST',
    path: `${path}/:id/scan`,
    summary: 'List the files of a folder now, also if it is paused.',
    caller: 'environment',
    right: watchFolders('update'),
    params: idParams,
    answer: watchFolder,
    kind: 'json',
    status: 200,
  }),
}

export const watchFolderFeature = defineFeature({
  calls: watchFolderCalls,
  problems: {
    'watch-root-unknown': { status: 409, title: 'This folder of the server may not be watched' },
    'watch-folder-limit': { status: 409, title: 'This environment has reached its limit of watched folders' },
    'watch-folder-nested': {
      status: 409,
      title: 'Another watched folder has the same files, which would become videos twice',
    },
  },
  messages: {
    folderPath: 'Enter names of folders with / between them',
    marker: 'Enter an ending such as .done that no video has',
  },
  objects: { watch_folder: watchFolders('read') },
  eventGroups: { files: ['watch_folder'] },
  events: {
    'video.watch_folder.paused': 'watch_folder',
    'video.watch_folder.resumed': 'watch_folder',
    'video.watch_folder.failing': 'watch_folder',
    'video.watch_folder.recovered': 'watch_folder',
    'video.watch_folder.file_failed': 'watch_folder',
  },
  auditActions: [
    'watch_folder.created',
    'watch_folder.updated',
    'watch_folder.paused',
    'watch_folder.resumed',
    'watch_folder.deleted',
    'watch_folder.file_taken',
  ],
})
