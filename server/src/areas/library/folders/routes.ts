import { libraryCalls as calls } from '@kinora/contract'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import type { Library } from '../library.ts'
import { deleteCollection, restoreCollection, trashCollection } from '../trash/trash.ts'
import {
  collectionTree,
  createCollection,
  listCollections,
  openCollection,
  updateCollection,
} from './collections.ts'

export function collectionRoutes(server: HttpServer, library: Library): void {
  route(server, calls.createCollection, ({ body, actor, scope }) =>
    createCollection(
      library,
      { actor, scope },
      { name: body.name, parentId: body.parentCollectionUUID ?? null },
    ),
  )
  route(server, calls.listCollections, ({ query, scope }) =>
    listCollections(library, scope.environmentId, query),
  )
  route(server, calls.listCollectionTree, async ({ scope }) => ({
    items: await collectionTree(library, scope.environmentId),
  }))
  route(server, calls.getCollection, ({ params, scope }) =>
    openCollection(library, scope.environmentId, params.id),
  )
  route(server, calls.updateCollection, ({ params, body, actor, scope }) =>
    updateCollection(library, { actor, scope }, params.id, {
      name: body.name,
      parentId: body.parentCollectionUUID,
    }),
  )
  route(server, calls.deleteCollection, async ({ params, query, actor, scope }) => {
    const discard = query.permanently ? deleteCollection : trashCollection
    await discard(library, { actor, scope }, params.id)
    return undefined
  })
  route(server, calls.restoreCollection, ({ params, actor, scope }) =>
    restoreCollection(library, { actor, scope }, params.id),
  )
}
