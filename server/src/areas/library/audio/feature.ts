import { libraryCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { getContent } from '../contents/contents.ts'
import type { Library } from '../library.ts'
import { audioTrackView, listTracks } from './audio-track-view.ts'
import { addTrackByUpload, addTrackByUrl, deleteTrack, updateTrack } from './audio-tracks.ts'
import { retryTrack } from './track-retry.ts'

export const feature: Feature<Library> = {
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
