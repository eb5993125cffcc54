import { libraryCalls as calls } from '@kinora/contract'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { contentOf } from '../contents/contents.ts'
import type { Library } from '../library.ts'
import { audioTrackView, tracksOf } from './audio-track-view.ts'
import { addTrackByUpload, addTrackByUrl, deleteTrack, updateTrack } from './audio-tracks.ts'
import { retryTrack } from './track-retry.ts'

export function audioTrackRoutes(server: HttpServer, library: Library): void {
  const { db } = library

  route(server, calls.listAudioTracks, async ({ params, scope }) => {
    await contentOf(db, scope.environmentId, params.id)
    return { items: (await tracksOf(db, params.id)).map(audioTrackView) }
  })
  route(server, calls.addAudioTrack, async ({ params, body, actor, scope }) =>
    audioTrackView(await addTrackByUrl(library, { actor, scope }, params.id, body)),
  )
  route(server, calls.uploadAudioTrack, async ({ params, body, actor, scope }) => {
    const { track, upload } = await addTrackByUpload(library, { actor, scope }, params.id, body)
    return { track: audioTrackView(track), upload }
  })
  route(server, calls.updateAudioTrack, async ({ params, body, actor, scope }) =>
    audioTrackView(await updateTrack(library, { actor, scope }, params.id, params.trackId, body)),
  )
  route(server, calls.retryAudioTrack, async ({ params, scope }) =>
    audioTrackView(await retryTrack(library, scope.environmentId, params.id, params.trackId)),
  )
  route(server, calls.deleteAudioTrack, async ({ params, actor, scope }) => {
    await deleteTrack(library, { actor, scope }, params.id, params.trackId)
    return undefined
  })
}
