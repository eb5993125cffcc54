import * as z from 'zod/mini'
import { call, startRefusals } from '../call.ts'
import { idParams, mostSeconds, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, videos } from './base.ts'
import {
  changesContent,
  content,
  contentCategories,
  contentSorts,
  createByUrlBody,
  playbackUrl,
  tags,
  typedTags,
  updateContentBody,
  workQueue,
} from './content-fields.ts'
import { collection } from './folders.ts'
import { contentStatuses, playbackPolicies } from './values.ts'

const someIds = z.array(uuid).check(z.minLength(1), z.maxLength(100))
const permanently = z._default(z.boolean(), false)

const retried = {
  ...changesContent,
  problems: [...startRefusals, 'content-not-ready', 'reencode-running', 'replacement-running', 'in-trash'],
} as const

const listed = {
  caller: 'environment',
  right: videos('read'),
  query: z.object({
    ...pageQuery,
    phrase: z.optional(z.string().check(z.maxLength(200))),
    status: z.optional(z.array(z.enum(contentStatuses))),
    playbackPolicy: z.optional(z.array(z.enum(playbackPolicies))),
    /** Shorter side of the video, such as `1080p`. */
    resolution: z.optional(z.array(z.string().check(z.regex(/^\d{1,5}p$/))).check(z.maxLength(20))),
    /** Videos with all of these tags. */
    tag: z.optional(tags),
    metadataKey: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    externalId: z.optional(z.string().check(z.maxLength(200))),
    /** Seconds. */
    minDuration: z.optional(z.number().check(z.minimum(0), z.maximum(mostSeconds))),
    maxDuration: z.optional(z.number().check(z.minimum(0), z.maximum(mostSeconds))),
    /** Created at or after this time. */
    from: z.optional(time),
    /** Created before this time. */
    to: z.optional(time),
    sort: z._default(z.enum(contentSorts), '-createdAt'),
    /** Returns videos of this folder. With a phrase, its subfolders are searched too. */
    assetCollectionUUID: z.optional(uuid),
    /** Also lists videos of subfolders. */
    includeSubfolders: z._default(z.boolean(), false),
    /** One level at a time: includes the folders of the level; without a folder, only videos at the top level. */
    showAssetCollections: z._default(z.boolean(), false),
    /** Defaults to all. */
    category: z.optional(z.enum(contentCategories)),
    /** Only videos in the trash. */
    trashed: z._default(z.boolean(), false),
  }),
  answer: z.extend(page(content), {
    assetCollections: z.array(collection),
    /** No video contains the words of the phrase; the items contain similar words. */
    similar: z.boolean(),
  }),
  kind: 'json',
  status: 200,
} as const

const contentCalls = {
  createContent: call({
    method: 'POST',
    path: `${base}/contents`,
    summary:
      'Import a video from a URL. With `isTest`, it becomes a test video: its first ten seconds with a test mark in the picture, deleted after 24 hours.',
    caller: 'environment',
    right: videos('create'),
    body: createByUrlBody,
    answer: content,
    kind: 'json',
    status: 201,
    problems: [
      ...startRefusals,
      'url-not-allowed',
      'host-not-allowed',
      'storage-full',
      'organization-inactive',
      'codec-unavailable',
    ],
  }),
  createSample: call({
    method: 'POST',
    path: `${base}/contents/sample`,
    summary: 'Create a generated ten-second sample video. It is deleted after 24 hours.',
    caller: 'environment',
    right: videos('create'),
    answer: content,
    kind: 'json',
    status: 201,
    problems: ['storage-full', 'organization-inactive'],
  }),
  listContents: call({
    method: 'GET',
    path: `${base}/contents/paginated`,
    summary:
      'List the videos of the environment, newest first by default. Included folders are sorted in the same way. A filter accepts several values. With a phrase or a filter, totals are counted up to 1,000.',
    ...listed,
  }),
  listContentsByShortPath: call({
    method: 'GET',
    path: `${base}/contents`,
    summary:
      'Same as `contents/paginated`: without `pageNum` and `pageSize`, the first page of 12. Parameters and response are the same.',
    ...listed,
  }),
  getWorkQueue: call({
    method: 'GET',
    path: `${base}/contents/work_queue`,
    summary:
      'Count the videos that are being processed, with an estimate of when all of them are ready. The time is null without an estimate.',
    caller: 'environment',
    right: videos('read'),
    answer: workQueue,
    kind: 'json',
    status: 200,
  }),
  getContent: call({
    method: 'GET',
    path: `${base}/contents/:id`,
    summary: 'Get a video.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    answer: content,
    kind: 'json',
    status: 200,
  }),
  updateContent: call({
    method: 'PUT',
    path: `${base}/contents/:id`,
    summary: 'Update the details of a video, or who can play it. Omitted fields stay unchanged.',
    ...changesContent,
    body: updateContentBody,
    problems: ['in-trash'],
  }),
  deleteContent: call({
    method: 'DELETE',
    path: `${base}/contents/:id`,
    summary:
      'Move a video to the trash for 30 days. Trashed videos cannot be played. `permanently` deletes the video and all its files, even while it is being processed. A video with an incomplete upload is always deleted permanently.',
    caller: 'environment',
    right: videos('delete'),
    params: idParams,
    query: z.object({ permanently }),
    kind: 'empty',
    status: 204,
  }),
  deleteContents: call({
    method: 'POST',
    path: `${base}/contents/bulk_delete`,
    summary: 'Move several videos to the trash, or delete them. Unknown IDs are ignored.',
    caller: 'environment',
    right: videos('delete'),
    body: z.object({ ids: someIds, permanently }),
    answer: z.object({ deleted: z.array(uuid) }),
    kind: 'json',
    status: 200,
  }),
  restoreContents: call({
    method: 'POST',
    path: `${base}/contents/bulk_restore`,
    summary: 'Restore videos from the trash, to their folder if it still exists.',
    caller: 'environment',
    right: videos('update'),
    body: z.object({ ids: someIds }),
    answer: z.object({ restored: z.array(uuid) }),
    kind: 'json',
    status: 200,
  }),
  moveContents: call({
    method: 'POST',
    path: `${base}/contents/bulk_move`,
    summary: 'Move several videos to a folder, or to the top level. Unknown IDs are ignored.',
    caller: 'environment',
    right: videos('update'),
    body: z.object({ ids: someIds, assetCollectionUUID: z.nullable(uuid) }),
    answer: z.object({ moved: z.array(uuid) }),
    kind: 'json',
    status: 200,
    problems: ['in-trash'],
  }),
  tagContents: call({
    method: 'POST',
    path: `${base}/contents/bulk_tag`,
    summary: 'Add tags to several videos and remove tags from them. Unknown IDs are ignored.',
    caller: 'environment',
    right: videos('update'),
    body: z.object({ ids: someIds, add: z._default(typedTags, []), remove: z._default(typedTags, []) }),
    answer: z.object({ tagged: z.array(uuid) }),
    kind: 'json',
    status: 200,
  }),
  retryContent: call({
    method: 'POST',
    path: `${base}/contents/:id/refetch`,
    summary: 'Retry the failed parts of a video.',
    ...retried,
  }),
  retryContentByGet: call({
    method: 'GET',
    path: `${base}/contents/:id/refetch`,
    summary: 'Same as the POST, for clients that use GET.',
    ...retried,
  }),
  reencodeContent: call({
    method: 'POST',
    path: `${base}/contents/:id/reencode`,
    summary:
      'Re-encode a video with the given profile, or with the default profile of the environment. Viewers are not interrupted: the current renditions play until all new ones are ready, and for an hour after that.',
    ...changesContent,
    body: z.object({ encodingProfileId: z.optional(uuid) }),
    problems: [
      ...startRefusals,
      'content-not-ready',
      'reencode-running',
      'replacement-running',
      'codec-unavailable',
      'in-trash',
      'storage-full',
      'recording-has-no-source',
    ],
  }),
  endReencode: call({
    method: 'DELETE',
    path: `${base}/contents/:id/reencode`,
    summary:
      'Cancel the re-encoding of a video, or clear its error. The current renditions stay; the new ones are deleted.',
    ...changesContent,
    problems: ['reencode-over'],
  }),
  getPlaybackUrl: call({
    method: 'GET',
    path: `${base}/contents/:id/playback_url`,
    summary:
      'Get the URLs to play, embed and share a video. With signed playback, they contain a token for the caller.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    answer: playbackUrl,
    kind: 'json',
    status: 200,
  }),
}

export const contentFeature = defineFeature({
  calls: contentCalls,
  problems: {
    'reencode-over': { status: 409, title: 'This video is not being re-encoded' },
  },
  objects: {
    asset: ['Videos', 'Video', 'read'],
  },
  events: {
    'video.asset.created': 'asset',
    'video.asset.updated': 'asset',
    'video.asset.ready': 'asset',
    'video.asset.errored': 'asset',
    'video.asset.trashed': 'asset',
    'video.asset.restored': 'asset',
    'video.asset.deleted': 'asset',
    'video.asset.playback_id.created': 'asset',
    'video.asset.playback_id.updated': 'asset',
    'video.asset.playback_id.deleted': 'asset',
    'video.asset.reencode.started': 'asset',
    'video.asset.reencode.ready': 'asset',
    'video.asset.reencode.errored': 'asset',
    'video.asset.reencode.cancelled': 'asset',
    'video.asset.replacement.started': 'asset',
    'video.asset.replacement.ready': 'asset',
    'video.asset.replacement.errored': 'asset',
    'video.asset.replacement.cancelled': 'asset',
    'video.asset.rendition.ready': 'asset',
    'video.asset.rendition.errored': 'asset',
  },
  auditActions: [
    'asset.updated',
    'asset.archived',
    'asset.downloaded',
    'asset.reencoded',
    'asset.reencode.cancelled',
    'asset.replacement.started',
    'asset.replacement.cancelled',
    'asset.replaced',
    'asset.trashed',
    'asset.restored',
    'asset.deleted',
  ],
})
