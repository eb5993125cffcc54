import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { path, watchFolders } from './base.ts'
import { companionFaults, companionKinds, watchFileReasons, watchFileStates } from './values.ts'

export const watchFile = z.object({
  id: uuid,
  /** The path below the watched folder. */
  path: z.string(),
  /** The size in bytes. */
  size: z.number(),
  modifiedAt: time,
  state: z.enum(watchFileStates),
  reason: z.nullable(z.enum(watchFileReasons)),
  /** The files that belong to it, as far as they were looked at. */
  companions: z.array(
    z.object({
      /** The path below the watched folder. */
      path: z.string(),
      kind: z.enum(companionKinds),
      /** Why it is not used. */
      fault: z.nullable(z.enum(companionFaults)),
    }),
  ),
  /** When it was first seen with this content. */
  seenAt: time,
  /** When its state last changed. */
  changedAt: time,
  /** The video that was made of it, also if the video was deleted since. */
  contentId: z.nullable(uuid),
  /** Title of the video. Null if there is none. */
  contentTitle: z.nullable(z.string()),
})
export type WatchFile = z.infer<typeof watchFile>

const watchFileCalls = {
  listWatchFiles: call({
    method: 'GET',
    path: `${path}/:id/files`,
    summary: 'List the files of a watched folder with what became of them, latest change first.',
    caller: 'environment',
    right: watchFolders('read'),
    params: idParams,
    query: z.object({
      ...pageQuery,
      state: z.optional(z.enum(watchFileStates)),
      phrase: z.optional(z.string().check(z.maxLength(200))),
    }),
    answer: page(watchFile),
    kind: 'json',
    status: 200,
  }),
  takeWatchFile: call({
    method: 'POST',
    path: `${path}/:id/files/:fileId/take`,
    summary:
      'Make a video of a file now, also of one that waits, was skipped, has failed, or was taken before. It is taken as it is, even if it is not whole.',
    caller: 'environment',
    right: watchFolders('update'),
    params: z.object({ id: uuid, fileId: uuid }),
    answer: watchFile,
    kind: 'json',
    status: 200,
    problems: ['watch-file-busy', 'watch-file-changed'],
  }),
}

export const watchFileFeature = defineFeature({
  calls: watchFileCalls,
  problems: {
    'watch-file-busy': { status: 409, title: 'This file is being taken already' },
    'watch-file-changed': { status: 409, title: 'This file has changed since: take its newest version' },
  },
})
