import { libraryCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import { loadContentView } from '../contents/contents.ts'
import type { Library } from '../library.ts'
import { contentHandler } from '../sources/content-jobs.ts'
import { reencodeJob } from './jobs.ts'
import { endReencode, reencodeContent } from './reencode.ts'
import { failStep } from './reencode-steps.ts'
import { deleteRetiredRenditions, reencode } from './reencoding.ts'

export const feature: Feature<Library> = {
  jobs: (library) => [
    contentHandler(
      library,
      reencodeJob,
      (_library, content, workspace, { isRetry }, step) =>
        reencode(library, content, step, isRetry, workspace),
      (_library, content, reason, step) => failStep(library, content, step, reason),
      { workId: ({ reencodeId }) => reencodeId },
    ),
  ],
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
