import { libraryCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Library } from '../library.ts'
import { moveContents, tagContents } from './bulk.ts'
import {
  createCollection,
  getCollectionWithPath,
  listCollections,
  listCollectionTree,
  updateCollection,
} from './collections.ts'
import { compactRenditionBytes, getStorageUse } from './storage-use.ts'

export const feature: Feature<Library> = {
  sweeps: (library) => ({ 'library.rendition-bytes': () => compactRenditionBytes(library.db) }),
  routes(server, library) {
    route(server, calls.createCollection, ({ body, caller }) =>
      createCollection(library, caller, { name: body.name, parentId: body.parentCollectionUUID ?? null }),
    )
    route(server, calls.listCollections, ({ query, caller }) => listCollections(library, caller.scope, query))
    route(server, calls.listCollectionTree, async ({ caller }) => ({
      items: await listCollectionTree(library, caller.scope),
    }))
    route(server, calls.getStorageUse, async ({ caller }) => ({
      use: await getStorageUse(library.db, caller.scope),
    }))
    route(server, calls.getCollection, ({ params, caller }) =>
      getCollectionWithPath(library, caller.scope, params.id),
    )
    route(server, calls.updateCollection, ({ params, body, caller }) =>
      updateCollection(library, caller, params.id, {
        name: body.name,
        parentId: body.parentCollectionUUID,
      }),
    )
    route(server, calls.moveContents, async ({ body, caller }) => ({
      moved: await moveContents(library, caller, body.ids, body.assetCollectionUUID),
    }))
    route(server, calls.tagContents, async ({ body, caller }) => ({
      tagged: await tagContents(library, caller, body.ids, body),
    }))
  },
}
