import { libraryCalls as calls } from '@kinora/contract'
import { route } from '../../../platform/http/route.ts'
import { addressColumns } from '../../../platform/keys/sealed-columns.ts'
import { getContent } from '../contents/contents.ts'
import { contentHandler, removeOutputLeftovers } from '../sources/content-jobs.ts'
import type { UploadFeature } from '../uploads/upload-handlers.ts'
import { audioTrackView, listTracks } from './audio-track-view.ts'
import { addTrackByUpload, addTrackByUrl, deleteTrack, updateTrack } from './audio-tracks.ts'
import { trackJob } from './jobs.ts'
import { audioTracks } from './tables.ts'
import { failTrack, makeTrack, removeOrphanedTrackFile } from './track-encoding.ts'
import { retryTrack } from './track-retry.ts'
import { trackUploads } from './track-uploads.ts'

export const feature: UploadFeature = {
  sealed: addressColumns(audioTracks.sourceUrl),
  jobs: (library) => [
    contentHandler(
      library,
      trackJob,
      (_library, content, workspace, _context, { trackId }) =>
        makeTrack(library, content, trackId, workspace),
      (_library, { environmentId }, reason, { trackId: id }) =>
        failTrack(library, { id, environmentId }, reason),
      {
        workId: ({ trackId }) => trackId,
        async removeLeftovers(_library, content, { trackId }) {
          await removeOrphanedTrackFile(library, content, trackId)
          await removeOutputLeftovers(library, content, [])
        },
      },
    ),
  ],
  uploads: { track: trackUploads },
  routes(server, library) {
    const { db } = library

    route(server, calls.listAudioTracks, async ({ params, caller }) => {
      const content = await getContent(db, caller.scope.environmentId, params.id)
      return { items: (await listTracks(db, content)).map(audioTrackView) }
    })
    route(server, calls.addAudioTrack, async ({ params, body, caller }) =>
      audioTrackView(await addTrackByUrl(library, caller, params.id, body)),
    )
    route(server, calls.uploadAudioTrack, async ({ params, body, caller }) => {
      const { track, upload } = await addTrackByUpload(library, caller, params.id, body)
      return { track: audioTrackView(track), upload }
    })
    route(server, calls.updateAudioTrack, async ({ params, body, caller }) =>
      audioTrackView(await updateTrack(library, caller, params.id, params.trackId, body)),
    )
    route(server, calls.retryAudioTrack, async ({ params, caller }) =>
      audioTrackView(await retryTrack(library, caller.scope.environmentId, params.id, params.trackId)),
    )
    route(server, calls.deleteAudioTrack, async ({ params, caller }) => {
      await deleteTrack(library, caller, params.id, params.trackId)
      return undefined
    })
  },
}
