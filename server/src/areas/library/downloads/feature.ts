import { libraryCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import type { Library } from '../library.ts'
import { contentHandler, removeOutputLeftovers } from '../sources/content-jobs.ts'
import { createArchive, createDownload } from './download-links.ts'
import { mp4Job } from './jobs.ts'
import { makeMp4 } from './mp4.ts'
import { failMp4 } from './mp4-requests.ts'

export const feature: Feature<Library> = {
  jobs: (library) => [
    contentHandler(
      library,
      mp4Job,
      (_library, { id }, workspace, _context, { outputId }) => makeMp4(library, id, outputId, workspace),
      (_library, _content, reason, { outputId }) => failMp4(library, outputId, reason),
      {
        removeLeftovers: (_library, content, { outputId }) =>
          removeOutputLeftovers(library, content, [outputId]),
      },
    ),
  ],
  routes(server, library) {
    route(server, calls.createDownload, ({ params, body, request, caller }) =>
      createDownload(library, caller, params.id, body.file, originOf(request, library.config)),
    )
    route(server, calls.createArchive, ({ body, request, caller }) =>
      createArchive(library, caller, body, originOf(request, library.config)),
    )
  },
}
