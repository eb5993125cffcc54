import { libraryCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import { loadContentView } from '../contents/contents.ts'
import { failContent } from '../contents/states.ts'
import type { Library } from '../library.ts'
import { listClips } from '../search/content-list.ts'
import { contentHandler } from '../sources/content-jobs.ts'
import { createClip, makeClip } from './clips.ts'
import { clipJob } from './jobs.ts'

export const feature: Feature<Library> = {
  jobs: (library) => [contentHandler(library, clipJob, makeClip, failContent)],
  routes(server, library) {
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
  },
}
