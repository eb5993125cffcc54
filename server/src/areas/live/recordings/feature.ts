import { liveCalls } from '@kinora/contract'
import type { FastifyRequest } from 'fastify'
import type { Feature, Offers } from '../../../platform/area.ts'
import type { Caller } from '../../../platform/auth.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import type { Live } from '../live.ts'
import { getLivestream } from '../streams/livestreams.ts'
import { createLiveClip } from './live-clips.ts'
import { listLiveThumbnails } from './live-thumbnails.ts'
import { deletedRecordings, endAbandonedRecordings } from './recording-end.ts'
import { assertRecording, getLiveRecording, listLiveClips, listLiveRecordings } from './recording-list.ts'

export const feature: Feature<Live & Pick<Offers, 'library'>> = {
  sweeps: (live) => ({ 'live.abandoned-recordings': () => endAbandonedRecordings(live) }),
  subscriptions: () => [deletedRecordings],
  routes(server, live) {
    const { library } = live
    const origin = (request: FastifyRequest) => originOf(request, live.config)
    const getStream = ({ scope }: Caller, id: string) => getLivestream(live.db, scope.environmentId, id)

    route(server, liveCalls.listLiveRecordings, ({ query, request, caller }) =>
      listLiveRecordings(live, library, caller, query, origin(request)),
    )
    route(server, liveCalls.getLiveRecording, ({ params, request, caller }) =>
      getLiveRecording(live, library, caller, params.id, origin(request)),
    )
    route(server, liveCalls.archiveLiveRecording, async ({ params, request, caller }) => {
      await assertRecording(live.db, caller.scope.environmentId, params.id)
      return library.archiveRecording(caller, params.id, origin(request))
    })
    route(server, liveCalls.createLiveClip, async ({ params, body, request, caller }) =>
      createLiveClip(live, library, caller, await getStream(caller, params.id), body, origin(request)),
    )
    route(server, liveCalls.listLiveClips, async ({ params, query, request, caller }) =>
      listLiveClips(live, library, caller, await getStream(caller, params.id), query, origin(request)),
    )
    route(server, liveCalls.listLiveThumbnails, async ({ params, request, caller }) => ({
      items: await listLiveThumbnails(
        live,
        library,
        caller,
        await getStream(caller, params.id),
        origin(request),
      ),
    }))
  },
}
