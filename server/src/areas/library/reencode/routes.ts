import { libraryCalls as calls } from '@kinora/contract'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { loadContentView } from '../contents/contents.ts'
import type { Library } from '../library.ts'
import { endReencode, reencodeContent } from './reencode.ts'

export function reencodeRoutes(server: HttpServer, library: Library): void {
  route(server, calls.reencodeContent, async ({ params, body, request, caller }) =>
    loadContentView(
      library,
      await reencodeContent(library, caller, params.id, body.encodingProfileId),
      originOf(request, library.config),
    ),
  )
  route(server, calls.endReencode, async ({ params, request, caller }) =>
    loadContentView(
      library,
      await endReencode(library, caller, params.id),
      originOf(request, library.config),
    ),
  )
}
