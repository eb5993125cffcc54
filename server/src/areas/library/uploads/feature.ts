import { libraryCalls as calls } from '@kinora/contract'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import { atMostHourly } from '../../../platform/jobs/sweeper.ts'
import { adderOf, loadContentView } from '../contents/contents.ts'
import { failContent } from '../contents/states.ts'
import { contentHandler } from '../sources/content-jobs.ts'
import { downloadJob, sampleJob, testJob } from './jobs.ts'
import { createSample, deleteExpiredContents, makeSample } from './samples.ts'
import { makeTestVideo } from './test-videos.ts'
import { discardUnfinishedWrites } from './unfinished-writes.ts'
import type { UploadFeature, Uploads } from './upload-handlers.ts'
import {
  assertCanSend,
  cancelUpload,
  completeUpload,
  createPartUrl,
  createUpload,
  deleteAbandonedUploads,
  getUpload,
  sourceUploads,
} from './uploads.ts'
import { createByUrl, fetchSource } from './url-uploads.ts'

export const feature: UploadFeature<Uploads> = {
  jobs: (library) => [
    contentHandler(library, downloadJob, fetchSource, failContent),
    contentHandler(library, sampleJob, makeSample, failContent),
    contentHandler(library, testJob, makeTestVideo, failContent),
  ],
  uploads: { source: sourceUploads },
  sweeps: (library) => ({
    'library.uploads': () => deleteAbandonedUploads(library),
    'library.expired': () => deleteExpiredContents(library),
    // A request to the bucket, which may cost money.
    'library.unfinished-writes': atMostHourly(library.clock, () => discardUnfinishedWrites(library)),
  }),
  routes(server, library) {
    route(server, calls.createUpload, ({ body, caller }) =>
      createUpload(library, caller.scope.environmentId, { ...body, ...adderOf(caller.actor) }),
    )
    route(server, calls.getUpload, async ({ params, caller }) => {
      await assertCanSend(library, caller.scope, params.id)
      return getUpload(library, caller.scope.environmentId, params.id)
    })
    route(server, calls.createPartUrl, async ({ params, body, caller }) => {
      await assertCanSend(library, caller.scope, params.id)
      return createPartUrl(library, caller, params.id, body.partNumber)
    })
    route(server, calls.completeUpload, async ({ params, body, request, caller }) => {
      await assertCanSend(library, caller.scope, params.id)
      const content = await completeUpload(library, caller.scope.environmentId, params.id, body.parts)
      return loadContentView(library, content, originOf(request, library.config))
    })
    route(server, calls.cancelUpload, async ({ params, caller }) => {
      await assertCanSend(library, caller.scope, params.id)
      await cancelUpload(library, caller, params.id)
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
