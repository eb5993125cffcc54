import { libraryCalls as calls } from '@kinora/contract'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import type { Library } from '../library.ts'
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './saved-views.ts'

export function savedViewRoutes(server: HttpServer, library: Library): void {
  route(server, calls.listSavedViews, async ({ query, caller }) => ({
    items: await listSavedViews(library, caller, query.list),
  }))
  route(server, calls.createSavedView, ({ body, caller }) => createSavedView(library, caller, body))
  route(server, calls.updateSavedView, ({ params, body, caller }) =>
    updateSavedView(library, caller, params.id, body),
  )
  route(server, calls.deleteSavedView, async ({ params, caller }) => {
    await deleteSavedView(library, caller, params.id)
    return undefined
  })
}
