import { type Call, liveCalls } from '@kinora/contract'
import type { FastifyRequest } from 'fastify'
import type { Offers } from '../../platform/area.ts'
import type { Caller } from '../../platform/auth.ts'
import { originOf } from '../../platform/http/origin.ts'
import { type CallRequest, route } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { deleteCue, endCue, listCues, startCue } from './cues/cues.ts'
import {
  createCustomPlayback,
  customPlaybackView,
  deleteCustomPlayback,
  getCustomPlayback,
  listCustomPlaybacks,
  setCustomPlaybackStatus,
  updateCustomPlayback,
} from './custom-playbacks/custom-playbacks.ts'
import { getMonitors } from './health/monitors.ts'
import type { Live } from './live.ts'
import { createLiveClip } from './recordings/live-clips.ts'
import { listLiveThumbnails } from './recordings/live-thumbnails.ts'
import {
  assertRecording,
  getLiveRecording,
  listLiveClips,
  listLiveRecordings,
} from './recordings/recording-list.ts'
import { permitBrowser } from './streams/browser-permits.ts'
import { listLivestreams, summarizeLivestreams } from './streams/livestream-list.ts'
import { livestreamPlaybackUrl, loadLivestreamView } from './streams/livestream-view.ts'
import { createLivestream, deleteLivestream, getLivestream, updateLivestream } from './streams/livestreams.ts'
import { readSlateImage, removeSlateImage, setSlateImage } from './streams/slate-images.ts'
import { disableStream, enableStream, startStream, stopStream } from './streams/states.ts'
import type { StreamRow } from './streams/stream-changes.ts'
import { rotateStreamKey, viewStreamKey } from './streams/stream-keys.ts'
import { setTestSignal } from './streams/test-signal.ts'

export function liveRoutes(server: HttpServer, live: Live, library: Offers['library']): void {
  streamRoutes(server, live)
  recordingRoutes(server, live, library)
  customPlaybackRoutes(server, live)
  cueRoutes(server, live)
}

function cueRoutes(server: HttpServer, live: Live): void {
  route(server, liveCalls.startLiveCue, ({ params, body, caller }) => startCue(live, caller, params.id, body))
  route(server, liveCalls.listLiveCues, ({ params, query, caller }) =>
    listCues(live, caller, params.id, query),
  )
  route(server, liveCalls.endLiveCue, ({ params: { id, cueId }, caller }) => endCue(live, caller, id, cueId))
  route(server, liveCalls.deleteLiveCue, async ({ params: { id, cueId }, caller }) => {
    await deleteCue(live, caller, id, cueId)
    return undefined
  })
}

function streamRoutes(server: HttpServer, live: Live): void {
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
  route(server, liveCalls.getMonitors, async ({ params, query, caller }) =>
    getMonitors(live, await getStream(caller, params.id), query.window),
  )
  route(server, liveCalls.getLivestreamPlaybackUrl, async ({ params, request, caller }) =>
    livestreamPlaybackUrl(live, await getStream(caller, params.id), origin(request)),
  )
}

function recordingRoutes(server: HttpServer, live: Live, library: Offers['library']): void {
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
}

function customPlaybackRoutes(server: HttpServer, live: Live): void {
  const origin = (request: FastifyRequest) => originOf(request, live.config)
  type Found = Awaited<ReturnType<typeof getCustomPlayback>>
  const view = async (request: FastifyRequest, found: Promise<Found>) =>
    customPlaybackView(live, await found, origin(request))

  route(server, liveCalls.createCustomPlayback, ({ params, body, request, caller }) =>
    view(request, createCustomPlayback(live, caller, params.id, body)),
  )
  route(server, liveCalls.listCustomPlaybacks, ({ params, query, request, caller }) =>
    listCustomPlaybacks(live, caller.scope.environmentId, params.id, query, origin(request)),
  )
  route(server, liveCalls.getCustomPlayback, ({ params: { id, customPlaybackId }, request, caller }) =>
    view(request, getCustomPlayback(live.db, caller.scope.environmentId, id, customPlaybackId)),
  )
  route(server, liveCalls.updateCustomPlayback, ({ params, body, request, caller }) =>
    view(request, updateCustomPlayback(live, caller, params.id, params.customPlaybackId, body)),
  )
  route(server, liveCalls.pauseCustomPlayback, ({ params, request, caller }) =>
    view(request, setCustomPlaybackStatus(live, caller, params.id, params.customPlaybackId, 'paused')),
  )
  route(server, liveCalls.resumeCustomPlayback, ({ params, request, caller }) =>
    view(request, setCustomPlaybackStatus(live, caller, params.id, params.customPlaybackId, 'resumed')),
  )
  route(server, liveCalls.deleteCustomPlayback, async ({ params, caller }) => {
    await deleteCustomPlayback(live, caller, params.id, params.customPlaybackId)
    return undefined
  })
}
