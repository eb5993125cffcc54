import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, page, pageQuery, time, uuid } from '../common.ts'
import { base, videos } from './base.ts'
import { collection } from './collections.ts'
import {
  changesContent,
  content,
  contentCategories,
  contentSorts,
  contentStatuses,
  createByUrlBody,
  playbackPolicies,
  playbackUrl,
  tags,
  updateContentBody,
} from './contents.ts'

const someIds = z.array(uuid).check(z.minLength(1), z.maxLength(100))
const permanently = z._default(z.boolean(), false)

const retried = {
  ...changesContent,
  problems: ['content-not-ready', 'reencode-running', 'replacement-running', 'in-trash'],
} as const

export const contentCalls = {
  createContent: call({
    method: 'POST',
    path: `${base}/contents`,
    summary:
      'Bring in a video by its address. With `isTest` it is a test video: its first ten seconds with a mark in the picture, deleted after 24 hours.',
    caller: 'environment',
    right: videos('create'),
    body: createByUrlBody,
    answer: content,
    kind: 'json',
    status: 201,
    problems: ['url-not-allowed', 'storage-full', 'organization-inactive', 'codec-unavailable'],
  }),
  createSample: call({
    method: 'POST',
    path: `${base}/contents/sample`,
    summary: 'Make a ten-second sample video on the spot. It deletes itself after 24 hours.',
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
      'Videos of the environment, newest first unless sorted otherwise; folders that come along are sorted alike. Filters may list several; what a phrase or filter finds is counted up to 1,000.',
    caller: 'environment',
    right: videos('read'),
    query: z.object({
      ...pageQuery,
      phrase: z.optional(z.string().check(z.maxLength(200))),
      status: z.optional(z.array(z.enum(contentStatuses))),
      playbackPolicy: z.optional(z.array(z.enum(playbackPolicies))),
      /** Such as `1080p`: the picture's shorter side. */
      resolution: z.optional(z.array(z.string().check(z.regex(/^\d{1,5}p$/))).check(z.maxLength(20))),
      /** All of them. */
      tag: z.optional(tags),
      metadataKey: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
      externalId: z.optional(z.string().check(z.maxLength(200))),
      /** Seconds. */
      minDuration: z.optional(z.number().check(z.minimum(0))),
      maxDuration: z.optional(z.number().check(z.minimum(0))),
      /** Added from then on. */
      from: z.optional(time),
      /** Added before. */
      to: z.optional(time),
      sort: z._default(z.enum(contentSorts), '-createdAt'),
      /** In this folder; with a phrase, below it too. */
      assetCollectionUUID: z.optional(uuid),
      /** Level by level: the folders of the level come along, and without a folder only what is in none. */
      showAssetCollections: z._default(z.boolean(), false),
      /** All of them without it. */
      category: z.optional(z.enum(contentCategories)),
      /** What is in the trash, instead of what is not. */
      trashed: z._default(z.boolean(), false),
    }),
    answer: z.extend(page(content), {
      assetCollections: z.array(collection),
      /** Nothing has the words of the phrase; this has words like them. */
      similar: z.boolean(),
    }),
    kind: 'json',
    status: 200,
  }),
  getContent: call({
    method: 'GET',
    path: `${base}/contents/:id`,
    summary: 'One video.',
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
    summary: 'Change what is said of a video, or who may play it; what is left out stays.',
    ...changesContent,
    body: updateContentBody,
    problems: ['in-trash'],
  }),
  deleteContent: call({
    method: 'DELETE',
    path: `${base}/contents/:id`,
    summary:
      'Put a video into the trash for 30 days: nobody can play it. `permanently` deletes it with everything that was made of it, also while it is being processed. An upload that is not complete is always deleted.',
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
    summary: 'Put several videos into the trash, or delete them. Ids that do not exist are passed over.',
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
    summary: 'Take videos out of the trash, back to their folder if it is still there.',
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
    summary:
      'Move several videos into a folder, or out of all folders. Ids that do not exist are passed over.',
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
    summary: 'Add tags to several videos and take tags off them. Ids that do not exist are passed over.',
    caller: 'environment',
    right: videos('update'),
    body: z.object({ ids: someIds, add: z._default(tags, []), remove: z._default(tags, []) }),
    answer: z.object({ tagged: z.array(uuid) }),
    kind: 'json',
    status: 200,
  }),
  retryContent: call({
    method: 'POST',
    path: `${base}/contents/:id/refetch`,
    summary: 'Try again what failed, and only that.',
    ...retried,
  }),
  retryContentByGet: call({
    method: 'GET',
    path: `${base}/contents/:id/refetch`,
    summary: 'The same as the POST, for clients that know it as a GET.',
    ...retried,
  }),
  reencodeContent: call({
    method: 'POST',
    path: `${base}/contents/:id/reencode`,
    summary:
      "Encode a video again, with the given profile or the environment's default. Whoever watches notices nothing: what is there plays until all of the new is, and for an hour after.",
    ...changesContent,
    body: z.object({ encodingProfileId: z.optional(uuid) }),
    problems: [
      ...(['content-not-ready', 'reencode-running', 'replacement-running'] as const),
      ...(['codec-unavailable', 'in-trash', 'storage-full'] as const),
    ],
  }),
  endReencode: call({
    method: 'DELETE',
    path: `${base}/contents/:id/reencode`,
    summary:
      'Stop encoding a video again, or take away the word that it failed. What was there before stays; what was made of the new is removed.',
    ...changesContent,
    problems: ['reencode-over'],
  }),
  getPlaybackUrl: call({
    method: 'GET',
    path: `${base}/contents/:id/playback_url`,
    summary:
      'Addresses to play, show and share a video; with a token for the caller where playback is signed.',
    caller: 'environment',
    right: videos('read'),
    params: idParams,
    answer: playbackUrl,
    kind: 'json',
    status: 200,
  }),
}
