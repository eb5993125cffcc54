import { libraryCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import type { Library } from '../library.ts'
import { createArchive, createDownload } from './download-links.ts'

export const feature: Feature<Library> = {
  routes(server, library) {
    route(server, calls.createDownload, ({ params, body, request, caller }) =>
      createDownload(library, caller, params.id, body.file, originOf(request, library.config)),
    )
    route(server, calls.createArchive, ({ body, request, caller }) =>
      createArchive(library, caller, body, originOf(request, library.config)),
    )
  },
}
