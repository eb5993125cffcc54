import { libraryCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import { atMostHourly } from '../../../platform/jobs/sweeper.ts'
import { adderOf, loadContentView } from '../contents/contents.ts'
import type { Library } from '../library.ts'
import { uploadHandlers } from '../upload-handlers.ts'
import { createSample, deleteExpiredContents } from './samples.ts'
import { discardUnfinishedWrites } from './unfinished-writes.ts'
import {
  assertCanSend,
  cancelUpload,
  completeUpload,
  createPartUrl,
  createUpload,
  deleteAbandonedUploads,
  getUpload,
} from './uploads.ts'
import { createByUrl } from './url-uploads.ts'

export const feature: Feature<Library> = {
  sweeps: (library) => ({
    'library.uploads': () => deleteAbandonedUploads(library, uploadHandlers),
    'library.expired': () => deleteExpiredContents(library),
    // A request to the bucket, which may cost money.
    'library.unfinished-writes': atMostHourly(library.clock, () => discardUnfinishedWrites(library)),
  }),
  routes(server, library) {
    const handlers = uploadHandlers
    route(server, calls.createUpload, ({ body, caller }) =>
      createUpload(library, caller.scope.environmentId, { ...body, ...adderOf(caller.actor) }),
    )
    route(server, calls.getUpload, async ({ params, caller }) => {
      await assertCanSend(library, caller.scope, params.id)
      return getUpload(library, caller.scope.environmentId, params.id)
    })
    route(server, calls.createPartUrl, async ({ params, body, caller }) => {
      await assertCanSend(library, caller.scope, params.id)
      return createPartUrl(library, caller.scope.environmentId, params.id, body.partNumber)
    })
    route(server, calls.completeUpload, async ({ params, body, request, caller }) => {
      await assertCanSend(library, caller.scope, params.id)
      const content = await completeUpload(
        library,
        handlers,
        caller.scope.environmentId,
        params.id,
        body.parts,
      )
      return loadContentView(library, content, originOf(request, library.config))
    })
    route(server, calls.cancelUpload, async ({ params, caller }) => {
      await assertCanSend(library, caller.scope, params.id)
      await cancelUpload(library, handlers, caller, params.id)
      return undefined
    })

    route(server, calls.createContent, async ({ body, request, caller }) =>
      loadContentView(
        library,
        await createByUrl(library, caller.scope.environmentId, { ...body, ...adderOf(caller.actor) }),
        originOf(request, library.config),
      ),
    )
    route(server, calls.createSample, async ({ request, caller }) =>
      loadContentView(
        library,
        await createSample(library, caller.scope.environmentId, caller.actor),
        originOf(request, library.config),
      ),
    )
  },
}
