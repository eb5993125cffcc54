import { adsCalls } from '@kinora/contract'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../platform/auth.ts'
import { originOf } from '../../platform/http/origin.ts'
import { route } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import type { Ads } from './ads.ts'
import { createBreak, deleteBreak, importBreaks, listBreaks, updateBreak } from './breaks/breaks.ts'
import type { ChannelRow } from './channels/channel-row.ts'
import {
  channelView,
  createChannel,
  deleteChannel,
  enableChannel,
  getChannel,
  listChannels,
  updateChannel,
} from './channels/channels.ts'
import { findPlaces, getPlaces } from './places/places.ts'
import { tryChannel } from './playback/try-channel.ts'
import { reconcileChannel } from './reconciliation/reconciliation.ts'
import { decodeMessage } from './scte35/decode-message.ts'
import { getSession, listSessions } from './sessions/session-log.ts'

export function adRoutes(server: HttpServer, ads: Ads): void {
  channelRoutes(server, ads)
  breakRoutes(server, ads)
  sessionRoutes(server, ads)
  route(server, adsCalls.decodeScte35, async ({ body }) => decodeMessage(body.message))
}

function channelRoutes(server: HttpServer, ads: Ads): void {
  const origin = (request: FastifyRequest) => originOf(request, ads.config)
  const view = async (request: FastifyRequest, { scope }: Caller, row: Promise<ChannelRow>) =>
    channelView(ads, scope, await row, origin(request))

  route(server, adsCalls.createAdChannel, ({ body, request, caller }) =>
    view(request, caller, createChannel(ads, caller, body)),
  )
  route(server, adsCalls.listAdChannels, ({ query, request, caller }) =>
    listChannels(ads, caller.scope, query, origin(request)),
  )
  route(server, adsCalls.listStreamAdChannels, ({ params, query, request, caller }) =>
    listChannels(ads, caller.scope, { ...query, streamId: params.id }, origin(request)),
  )
  route(server, adsCalls.getAdChannel, ({ params, request, caller }) =>
    view(request, caller, getChannel(ads.db, caller.scope, params.id)),
  )
  route(server, adsCalls.updateAdChannel, ({ params, body, request, caller }) =>
    view(request, caller, updateChannel(ads, caller, params.id, body)),
  )
  route(server, adsCalls.enableAdChannel, ({ params, request, caller }) =>
    view(request, caller, enableChannel(ads, caller, params.id, true)),
  )
  route(server, adsCalls.disableAdChannel, ({ params, request, caller }) =>
    view(request, caller, enableChannel(ads, caller, params.id, false)),
  )
  route(server, adsCalls.deleteAdChannel, async ({ params, caller }) => {
    await deleteChannel(ads, caller, params.id)
    return undefined
  })
}

function breakRoutes(server: HttpServer, ads: Ads): void {
  route(server, adsCalls.listAdBreaks, async ({ params, caller }) => ({
    items: await listBreaks(ads, caller, params.id),
  }))
  route(server, adsCalls.getAdPlaces, ({ params, caller }) => getPlaces(ads, caller, params.id))
  route(server, adsCalls.findAdPlaces, ({ params, caller }) => findPlaces(ads, caller, params.id))
  route(server, adsCalls.createAdBreak, ({ params, body, caller }) =>
    createBreak(ads, caller, params.id, body),
  )
  route(server, adsCalls.importAdBreaks, ({ params, body, caller }) =>
    importBreaks(ads, caller, params.id, body),
  )
  route(server, adsCalls.updateAdBreak, ({ params: { id, breakId }, body, caller }) =>
    updateBreak(ads, caller, id, breakId, body),
  )
  route(server, adsCalls.deleteAdBreak, async ({ params: { id, breakId }, caller }) => {
    await deleteBreak(ads, caller, id, breakId)
    return undefined
  })
}

function sessionRoutes(server: HttpServer, ads: Ads): void {
  route(server, adsCalls.tryAdChannel, ({ params, body, request, caller }) => {
    const viewer = { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
    return tryChannel(ads, caller, params.id, viewer, body)
  })
  route(server, adsCalls.listAdSessions, ({ params, query, caller }) =>
    listSessions(ads, caller, params.id, query),
  )
  route(server, adsCalls.reconcileAdChannel, ({ params, body, caller }) =>
    reconcileChannel(ads, caller, params.id, body),
  )
  route(server, adsCalls.getAdSession, ({ params: { id, sessionId }, caller }) =>
    getSession(ads, caller, id, sessionId),
  )
}
