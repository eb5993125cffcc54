import { adsCalls } from '@kinora/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicHeaders } from '../../../platform/http/cross-origin.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { problem } from '../../../platform/problem.ts'
import type { Ads } from '../ads.ts'
import { assetsOf, decisionsSoon } from '../guided/asset-list.ts'
import { readPathId } from '../guided/session-mode.ts'
import { isAdPlayback } from '../playback/ad-playback.ts'
import { reportEvents } from './report-events.ts'
import { sessionAdsOf } from './session-ads.ts'

interface Named {
  readonly params: { readonly playbackId: string; readonly session: string }
  readonly query: { readonly token?: string | undefined }
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** No limit per address, because viewers can share one, such as that of a CDN. */
const unlimited = { isLimited: false }

/** Calls that players make for a session, by its signed path. */
export function viewingRoutes(server: HttpServer, ads: Ads): void {
  const { delivery } = ads

  /** @throws problem not-found for an unknown session, or the refusal of its playback */
  async function sessionOf({ params: { playbackId, session }, query, request, reply }: Named) {
    reply.headers(publicHeaders)
    const signed = delivery.sessions.verify(playbackId, session)
    if (signed === null) throw problem('not-found')
    const { id, mode } = readPathId(signed)
    const playback = await delivery.authorize(request, playbackId, query.token)()
    if (!isAdPlayback(playback)) throw problem('not-found')
    return { id, mode, playback }
  }

  async function decidedOf(asked: Named, position?: number) {
    const { id, mode, playback } = await sessionOf(asked)
    const decisions = await playback.decisionsOf(id, position)
    if (decisions === null) throw problem('not-found')
    return { id, mode, playback, decisions }
  }

  route(
    server,
    adsCalls.getSessionAds,
    async (asked) => {
      const { playback, decisions, mode } = await decidedOf(asked)
      return sessionAdsOf(playback, decisions, mode, ads.clock.now())
    },
    unlimited,
  )
  route(server, adsCalls.reportAdEvents, async (asked) => {
    const newest = Math.max(...asked.body.events.map(({ break: position }) => position))
    const { id, playback, decisions } = await decidedOf(asked, newest)
    const { environmentId, channel } = playback
    await reportEvents(ads, { id, environmentId }, decisions, channel.tracking, asked.body.events)
    return undefined
  })
  route(
    server,
    adsCalls.getAssetList,
    async (asked) => {
      const { id, playback } = await sessionOf(asked)
      const { playbackId, session, position } = asked.params
      const token = asked.query.token === undefined ? '' : `&token=${encodeURIComponent(asked.query.token)}`
      // Players read absolute addresses only.
      const base = `${originOf(asked.request, ads.config)}/play/${playbackId}/s/${session}`
      const decisions = await decisionsSoon(playback, id, position)
      const assets = assetsOf(decisions?.find((each) => each.position === position))
      return {
        ASSETS: assets.map(({ path, durationS, signaling }) => ({
          URI: `${base}/${path}${token}`,
          DURATION: durationS,
          'X-AD-CREATIVE-SIGNALING': signaling,
        })),
      }
    },
    unlimited,
  )
}
