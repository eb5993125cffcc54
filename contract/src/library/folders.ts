import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, folders } from './base.ts'

/** A folder of the digital asset manager. */
export const collection = z.object({
  id: uuid,
  name: z.string(),
  parentCollectionUUID: z.nullable(uuid),
  /** Number of videos in the folder and its subfolders. */
  assetCount: z.number(),
  /** Number of subfolders, at any depth. */
  collectionCount: z.number(),
  /** Bytes of the source files of the videos. */
  storage: z.number(),
  createdAt: time,
  trashedAt: z.nullable(time),
})
export type Collection = z.infer<typeof collection>

const folderRef = z.object({ id: uuid, name: z.string() })

/** A folder with its path, from the root folder down. */
const openedCollection = z.extend(collection, { path: z.array(folderRef) })

const treeItem = z.extend(folderRef, {
  parentCollectionUUID: z.nullable(uuid),
  /** Number of videos in the folder and its subfolders. */
  assetCount: z.number(),
})
export type CollectionTreeItem = z.infer<typeof treeItem>

/** Bytes of stored files. Images, subtitles and prepared downloads are not counted. */
const storageUse = z.object({
  /** Source files of videos outside the trash. */
  originals: z.number(),
  /** Finished renditions, including those of videos in the trash. */
  renditions: z.number(),
  /** Source files of videos in the trash. */
  trashedOriginals: z.number(),
})
export type StorageUse = z.infer<typeof storageUse>

export const createCollectionBody = z.object({ name, parentCollectionUUID: z.optional(z.nullable(uuid)) })
export const updateCollectionBody = z.object({
  name: z.optional(name),
  /** The new parent folder; null moves the folder to the top level. */
  parentCollectionUUID: z.optional(z.nullable(uuid)),
})

const path = `${base}/asset_collections`

const collectionCalls = {
  createCollection: call({
    method: 'POST',
    path,
    summary: 'Create a folder.',
    caller: 'environment',
    right: folders('create'),
    body: createCollectionBody,
    answer: collection,
    kind: 'json',
    status: 201,
    problems: ['name-taken', 'folder-limit', 'folder-too-deep', 'in-trash'],
  }),
  listCollections: call({
    method: 'GET',
    path,
    summary:
      'List the folders in a folder, or at the top level, by name. `trashed` lists folders in the trash.',
    caller: 'environment',
    right: folders('read'),
    query: z.object({
      ...pageQuery,
      parentCollectionUUID: z.optional(uuid),
      trashed: z._default(z.boolean(), false),
    }),
    answer: page(collection),
    kind: 'json',
    status: 200,
  }),
  listCollectionTree: call({
    method: 'GET',
    path: `${path}/tree`,
    summary:
      'List all folders of the environment by name, each with its parent folder and its number of videos.',
    caller: 'environment',
    right: folders('read'),
    answer: z.object({ items: z.array(treeItem) }),
    kind: 'json',
    status: 200,
  }),
  getStorageUse: call({
    method: 'GET',
    path: `${base}/storage`,
    summary:
      'Get the storage that the videos of the environment use, from counters. Null for callers whose role is limited to some videos.',
    caller: 'environment',
    right: folders('read'),
    answer: z.object({ use: z.nullable(storageUse) }),
    kind: 'json',
    status: 200,
  }),
  getCollection: call({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get a folder with its totals and its path.',
    caller: 'environment',
    right: folders('read'),
    params: idParams,
    answer: openedCollection,
    kind: 'json',
    status: 200,
  }),
  updateCollection: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Rename or move a folder. Omitted fields stay unchanged.',
    caller: 'environment',
    right: folders('update'),
    params: idParams,
    body: updateCollectionBody,
    answer: collection,
    kind: 'json',
    status: 200,
    problems: ['name-taken', 'folder-within-itself', 'folder-too-deep', 'in-trash'],
  }),
  deleteCollection: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary:
      'Move a folder and its contents to the trash for 30 days. `permanently` deletes the folder, its subfolders and its videos at once.',
    caller: 'environment',
    right: folders('delete'),
    params: idParams,
    query: z.object({ permanently: z._default(z.boolean(), false) }),
    kind: 'empty',
    status: 204,
  }),
  restoreCollection: call({
    method: 'POST',
    path: `${path}/:id/restore`,
    summary: 'Restore a folder from the trash, with everything that was trashed with it.',
    caller: 'environment',
    right: folders('update'),
    params: idParams,
    answer: collection,
    kind: 'json',
    status: 200,
  }),
}

export const collectionFeature = defineFeature({
  calls: collectionCalls,
  problems: {
    'folder-limit': { status: 409, title: 'This environment has reached its limit of folders' },
    'folder-too-deep': { status: 409, title: 'Folders cannot be nested this deep' },
    'folder-within-itself': { status: 409, title: 'A folder cannot be moved into itself' },
  },
  objects: {
    collection: ['DAM', 'Folder', 'read'],
  },
  events: {
    'video.collection.created': 'collection',
    'video.collection.updated': 'collection',
    'video.collection.trashed': 'collection',
    'video.collection.restored': 'collection',
    'video.collection.deleted': 'collection',
  },
  auditActions: [
    'collection.created',
    'collection.updated',
    'collection.trashed',
    'collection.restored',
    'collection.deleted',
  ],
})
