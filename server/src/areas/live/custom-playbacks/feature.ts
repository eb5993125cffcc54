import { liveCalls } from '@kinora/contract'
import type { FastifyRequest } from 'fastify'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import type { Live } from '../live.ts'
import {
  createCustomPlayback,
  customPlaybackView,
  deleteCustomPlayback,
  getCustomPlayback,
  listCustomPlaybacks,
  setCustomPlaybackStatus,
  updateCustomPlayback,
} from './custom-playbacks.ts'

export const feature: Feature<Live> = {
  routes(server, live) {
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
  },
}
