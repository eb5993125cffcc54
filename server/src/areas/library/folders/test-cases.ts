import { randomUUID } from 'node:crypto'
import type { Cases } from '../../../contract/test-case.ts'
import { newFolder } from '../test-requests.ts'

export const cases: Cases = {
  moveContents: async ({ video, collection }) => ({
    body: { ids: [await video()], assetCollectionUUID: collection.id },
    passesOver: ['body.ids.0'],
  }),
  tagContents: async ({ video }) => ({
    body: { ids: [await video()], add: ['news'], remove: [] },
    passesOver: ['body.ids.0'],
  }),
  createCollection: ({ collection }) => ({
    body: { name: `Highlights ${randomUUID()}`, parentCollectionUUID: collection.id },
  }),
  listCollections: ({ collection }) => ({
    query: { pageNum: '1', pageSize: '12', parentCollectionUUID: collection.id },
  }),
  listCollectionTree: () => ({}),
  getStorageUse: () => ({}),
  getCollection: ({ collection }) => ({ params: { id: collection.id } }),
  updateCollection: async ({ owner, collection }) => ({
    params: { id: await newFolder(owner) },
    body: { name: `Old matches ${randomUUID()}`, parentCollectionUUID: collection.id },
  }),
}
