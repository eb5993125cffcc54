import { libraryCalls as calls } from '@kinora/contract'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { loadContentView } from '../contents/contents.ts'
import type { Library } from '../library.ts'
import { listClips } from '../search/content-list.ts'
import { createClip } from './clips.ts'

export function clipRoutes(server: HttpServer, library: Library): void {
  route(server, calls.createClip, async ({ params, body, request, caller }) =>
    loadContentView(
      library,
      await createClip(library, caller, params.id, body),
      originOf(request, library.config),
    ),
  )
  route(server, calls.listClips, ({ params, query, request, caller }) =>
    listClips(library, caller.scope, params.id, query, originOf(request, library.config)),
  )
}
