import { libraryCalls as calls } from '@kinora/contract'
import { can } from '../../../platform/auth.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import { problem } from '../../../platform/problem.ts'
import { loadContentView } from '../contents/contents.ts'
import type { UploadFeature } from '../uploads/upload-handlers.ts'
import { cancelReplacement, replaceByUpload, replaceByUrl, replacementUploads } from './replacements.ts'

export const feature: UploadFeature = {
  uploads: { replacement: replacementUploads },
  routes(server, library) {
    const { config } = library

    route(server, calls.replaceByUrl, async ({ params, body, request, caller }) =>
      loadContentView(
        library,
        await replaceByUrl(library, caller, params.id, body.url),
        originOf(request, config),
      ),
    )
    route(server, calls.replaceByUpload, ({ params, body, caller }) => {
      // Its parts are sent like those of a video, which needs this permission.
      if (!can(caller.scope.grants, calls.createUpload.right)) throw problem('forbidden')
      return replaceByUpload(library, caller, params.id, body)
    })
    route(server, calls.cancelReplacement, async ({ params, request, caller }) =>
      loadContentView(
        library,
        await cancelReplacement(library, caller, params.id),
        originOf(request, config),
      ),
    )
  },
}
