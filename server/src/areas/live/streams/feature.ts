import type { Call } from '@kinora/contract'
import { liveCalls } from '@kinora/contract'
import type { FastifyRequest } from 'fastify'
import type { Feature } from '../../../platform/area.ts'
import type { Caller } from '../../../platform/auth.ts'
import { originOf } from '../../../platform/http/origin.ts'
import type { CallRequest } from '../../../platform/http/route.ts'
import { route } from '../../../platform/http/route.ts'
import { secretColumns } from '../../../platform/keys/sealed-columns.ts'
import type { Live } from '../live.ts'
import { permitBrowser } from './browser-permits.ts'
import { listLivestreams, summarizeLivestreams } from './livestream-list.ts'
import { livestreamPlaybackUrl, loadLivestreamView } from './livestream-view.ts'
import {
  type CheckingSources,
  createLivestream,
  deleteLivestream,
  getLivestream,
  profilesOfStreams,
  updateLivestream,
} from './livestreams.ts'
import { sealedSources } from './sealed-sources.ts'
import { readSlateImage, removeSlateImage, setSlateImage } from './slate-images.ts'
import { disableStream, enableStream, startStream, stopStream } from './states.ts'
import type { StreamRow } from './stream-changes.ts'
import { rotateStreamKey, viewStreamKey } from './stream-keys.ts'
import { liveStreamKeys, liveStreams } from './tables.ts'
import { setTestSignal } from './test-signal.ts'

export const feature: Feature<Live & CheckingSources> = {
  sealed: [
    sealedSources,
    ...secretColumns(
      liveStreams.sourceUrlEncrypted,
      liveStreamKeys.keyEncrypted,
      liveStreamKeys.srtPassphraseEncrypted,
    ),
  ],
  subscriptions: () => [profilesOfStreams],
  routes(server, live) {
    const { config, db } = live
    const origin = (request: FastifyRequest) => originOf(request, config)
    const view = async (request: FastifyRequest, row: Promise<StreamRow>) =>
      loadLivestreamView(live, await row, origin(request))
    const getStream = ({ scope }: Caller, id: string) => getLivestream(db, scope.environmentId, id)

    route(server, liveCalls.createLivestream, ({ body, request, caller }) =>
      view(request, createLivestream(live, caller, body)),
    )
    type List = typeof liveCalls.listLivestreams | typeof liveCalls.listLivestreamsByShortPath
    const list = ({ query, request, caller }: CallRequest<List & Call>) =>
      listLivestreams(live, caller.scope.environmentId, query, origin(request))
    route(server, liveCalls.listLivestreams, list)
    route(server, liveCalls.listLivestreamsByShortPath, list)
    route(server, liveCalls.getLivestreamSummary, ({ caller }) =>
      summarizeLivestreams(db, caller.scope.environmentId),
    )
    route(server, liveCalls.getLivestream, ({ params, request, caller }) =>
      view(request, getStream(caller, params.id)),
    )
    route(server, liveCalls.updateLivestream, ({ params, body, request, caller }) =>
      view(request, updateLivestream(live, caller, params.id, body)),
    )
    route(server, liveCalls.deleteLivestream, async ({ params, caller }) => {
      await deleteLivestream(live, caller, params.id)
      return undefined
    })
    route(server, liveCalls.startLivestream, ({ params, request, caller }) =>
      view(request, startStream(live, caller, params.id)),
    )
    route(server, liveCalls.stopLivestream, ({ params, request, caller }) =>
      view(request, stopStream(live, caller, params.id)),
    )
    route(server, liveCalls.disableLivestream, ({ params, request, caller }) =>
      view(request, disableStream(live, caller, params.id)),
    )
    route(server, liveCalls.enableLivestream, ({ params, request, caller }) =>
      view(request, enableStream(live, caller, params.id)),
    )
    route(server, liveCalls.sendTestSignal, ({ params, body, request, caller }) =>
      view(request, setTestSignal(live, caller, params.id, body.seconds)),
    )
    route(server, liveCalls.stopTestSignal, ({ params, request, caller }) =>
      view(request, setTestSignal(live, caller, params.id, null)),
    )
    route(server, liveCalls.setSlateImage, ({ params, body, request, caller }) =>
      view(request, setSlateImage(live, caller, params.id, body.file)),
    )
    route(server, liveCalls.removeSlateImage, ({ params, request, caller }) =>
      view(request, removeSlateImage(live, caller, params.id)),
    )
    route(server, liveCalls.getSlateImage, async ({ params, caller, reply }) => {
      reply.type('image/jpeg').send(await readSlateImage(live, caller.scope.environmentId, params.id))
      return undefined
    })
    route(server, liveCalls.getStreamKey, ({ params, caller }) => viewStreamKey(live, caller, params.id))
    route(server, liveCalls.rotateStreamKey, ({ params, body, request, caller }) =>
      view(request, rotateStreamKey(live, caller, params.id, body.oldKeyValidS)),
    )
    route(server, liveCalls.permitBrowser, ({ params, caller }) => permitBrowser(live, caller, params.id))
    route(server, liveCalls.getLivestreamPlaybackUrl, async ({ params, request, caller }) =>
      livestreamPlaybackUrl(live, await getStream(caller, params.id), origin(request)),
    )
  },
}
