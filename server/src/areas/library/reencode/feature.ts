import { libraryCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import { loadContentView } from '../contents/contents.ts'
import type { Library } from '../library.ts'
import { endReencode, reencodeContent } from './reencode.ts'
import { deleteRetiredRenditions } from './reencoding.ts'

export const feature: Feature<Library> = {
  sweeps: (library) => ({ 'library.retired-renditions': () => deleteRetiredRenditions(library) }),
  routes(server, library) {
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
  },
}
