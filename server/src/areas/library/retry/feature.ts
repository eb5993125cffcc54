import { type Call, libraryCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { type CallRequest, route } from '../../../platform/http/route.ts'
import { loadContentView } from '../contents/contents.ts'
import type { Library } from '../library.ts'
import { retryContent } from './retry.ts'

export const feature: Feature<Library> = {
  routes(server, library) {
    type Retry = typeof calls.retryContent | typeof calls.retryContentByGet
    const retry = async ({ params, caller, request }: CallRequest<Retry & Call>) =>
      loadContentView(
        library,
        await retryContent(library, caller.scope.environmentId, params.id),
        originOf(request, library.config),
      )
    route(server, calls.retryContent, retry)
    route(server, calls.retryContentByGet, retry)
  },
}
