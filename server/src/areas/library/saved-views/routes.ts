import { libraryCalls as calls } from '@kinora/contract'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import type { Library } from '../library.ts'
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './saved-views.ts'

export function savedViewRoutes(server: HttpServer, library: Library): void {
  route(server, calls.listSavedViews, async ({ query, actor, scope }) => ({
    items: await listSavedViews(library, { actor, scope }, query.list),
  }))
  route(server, calls.createSavedView, ({ body, actor, scope }) =>
    createSavedView(library, { actor, scope }, body),
  )
  route(server, calls.updateSavedView, ({ params, body, actor, scope }) =>
    updateSavedView(library, { actor, scope }, params.id, body),
  )
  route(server, calls.deleteSavedView, async ({ params, actor, scope }) => {
    await deleteSavedView(library, { actor, scope }, params.id)
    return undefined
  })
}
