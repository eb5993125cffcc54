import { adCalls } from '@kinora/contract'
import type { FastifyRequest } from 'fastify'
import type { Offers } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { problem } from '../../../platform/problem.ts'
import type { Ads } from '../ads.ts'
import { type AdPlayback, isAdPlayback } from '../playback/ad-playback.ts'
import type { Decision } from '../sessions/decision.ts'
import { reportEvents } from './report-events.ts'
import { sessionAdsOf } from './session-ads.ts'

type Delivery = Pick<Offers['delivery'], 'authorize' | 'sessions'>

interface Named {
  readonly params: { readonly playbackId: string; readonly session: string }
  readonly query: { readonly token?: string | undefined }
  readonly request: FastifyRequest
}

/** Viewers share addresses, for example that of a CDN. */
const unlimited = { isLimited: false }

/** Calls of players for a session, by its signed path. */
export function viewingRoutes(server: HttpServer, ads: Ads, delivery: Delivery): void {
  /** @throws problem not-found for a session that nobody opened, or the refusal of its playback */
  async function sessionOf({ params: { playbackId, session }, query, request }: Named) {
    const id = delivery.sessions.verify(playbackId, session)
    if (id === null) throw problem('not-found')
    const playback = await delivery.authorize(request, playbackId, query.token)()
    const decisions = isAdPlayback(playback) ? await playback.decisionsOf(id) : null
    if (!isAdPlayback(playback) || decisions === null) throw problem('not-found')
    return { id, playback, decisions } satisfies {
      id: string
      playback: AdPlayback
      decisions: readonly Decision[]
    }
  }

  route(
    server,
    adCalls.getSessionAds,
    async (asked) => {
      const { playback, decisions } = await sessionOf(asked)
      return sessionAdsOf(playback.channel, decisions, playback.boundariesS(), ads.clock.now())
    },
    unlimited,
  )
  route(
    server,
    adCalls.reportAdEvents,
    async (asked) => {
      const { id, playback, decisions } = await sessionOf(asked)
      await reportEvents(ads, { id, environmentId: playback.environmentId }, decisions, asked.body.events)
      return undefined
    },
    unlimited,
  )
}
