import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, page, pageQuery, time, uuid } from '../common.ts'
import { base, folders } from './base.ts'

export const collectionLimits = {
  /** Folders of an environment, those in the trash included. */
  most: 5000,
  /** Folders within each other. */
  depth: 20,
  /** How long things stay in the trash. */
  trashDays: 30,
} as const

/** A folder of the digital asset manager. */
export const collection = z.object({
  id: uuid,
  name: z.string(),
  parentCollectionUUID: z.nullable(uuid),
  /** Videos in it and in folders below it. */
  assetCount: z.number(),
  /** Folders below it. */
  collectionCount: z.number(),
  /** Bytes of the files that the videos were made from. */
  storage: z.number(),
  createdAt: time,
  trashedAt: z.nullable(time),
})
export type Collection = z.infer<typeof collection>

const place = z.object({ id: uuid, name: z.string() })

/** A folder with the way to it, from the outermost on. */
const openedCollection = z.extend(collection, { path: z.array(place) })

const treeItem = z.extend(place, { parentCollectionUUID: z.nullable(uuid) })
export type CollectionTreeItem = z.infer<typeof treeItem>

export const createCollectionBody = z.object({ name, parentCollectionUUID: z.optional(z.nullable(uuid)) })
export const updateCollectionBody = z.object({
  name: z.optional(name),
  /** Where it moves to; null is outside of all folders. */
  parentCollectionUUID: z.optional(z.nullable(uuid)),
})

const path = `${base}/asset_collections`

export const collectionCalls = {
  createCollection: call({
    method: 'POST',
    path,
    summary: 'Make a folder.',
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
    summary: 'Folders in a folder, or those in none; by name. `trashed` lists those in the trash.',
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
    summary: 'All folders of the environment by name, each with the folder it is in.',
    caller: 'environment',
    right: folders('read'),
    answer: z.object({ items: z.array(treeItem) }),
    kind: 'json',
    status: 200,
  }),
  getCollection: call({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'A folder, what is in it, and the way to it.',
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
    summary: 'Rename or move a folder; what is left out stays.',
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
      'Put a folder into the trash for 30 days, with all that is in it. `permanently` deletes a folder, its folders and its videos for good.',
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
    summary: 'Take a folder out of the trash with all that went there with it.',
    caller: 'environment',
    right: folders('update'),
    params: idParams,
    answer: collection,
    kind: 'json',
    status: 200,
  }),
}
