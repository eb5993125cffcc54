import type { ProblemId } from '@kinora/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Offers } from '../../../platform/area.ts'
import { publicHeaders } from '../../../platform/http/cross-origin.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { headerOf } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import type { NodeAccess } from '../../../platform/nodes/node-access.ts'
import { problem } from '../../../platform/problem.ts'
import { inTurns } from '../../../platform/turns/turns.ts'
import type { Live } from '../live.ts'
import { findPlaybackTarget } from '../playback/find-playback-target.ts'
import { findRunningSession } from '../sessions/sessions.ts'
import { callWhep, type RemoteViewer } from './node-calls.ts'
import { acceptOffers, offerIn, offerLimit, refuseMethods } from './offers.ts'
import type { WhepAnswer } from './whep.ts'
import { endRoutes } from './whip-routes.ts'

/** WHEP routes with the viewers that this process has accepted. */
export interface WhepRoutes {
  addRoutes(server: HttpServer): void
  close(): void
}

interface WhepOptions {
  readonly live: Live
  readonly access: NodeAccess
  /** Authorizes viewers as for HLS. */
  readonly authorize: Offers['delivery']['authorize']
  /** Called once a second for each viewer. */
  readonly onViewer: (streamId: string, viewer: { address: string; userAgent: string }) => void
}

/** Limit of requests from one address in a minute. */
const PER_MINUTE = 60
/** Interval at which viewers are authorized again. */
const CHECK_MS = 1000

/** Viewers that are authorized at once: one of each stream, so that many viewers of it delay others by one of them. */
const REQUESTS = { count: 8, ofOne: 1, maxWaiting: 2000 } as const
/** Answers that live nodes make at once for this process: one for each environment, with rests, because a node makes one after the
 * other. */
const ANSWERS = { count: 4, ofOne: 1, rests: true } as const

/** WHEP (draft-ietf-wish-whep): this process authorizes, counts and disconnects viewers; a live node sends the media. */
export function whepRoutes({ live, access, authorize, onViewer }: WhepOptions): WhepRoutes {
  const open = new Set<() => void>()
  const inTurnOfStreams = inTurns(REQUESTS)
  const inTurnOfEnvironments = inTurns(ANSWERS)

  /** The running session that the viewer may watch. @throws problem of the authorization, or stream-not-started */
  async function findSession(playbackId: string, decide: () => Promise<unknown>) {
    await decide()
    const target = await findPlaybackTarget(live, playbackId)
    const running = target && (await findRunningSession(live.db, target.stream))
    if (!running) throw problem('stream-not-started')
    return { stream: target.stream, running }
  }

  async function watch(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const sdp = offerIn(request)
    const { playbackId } = request.params as { playbackId: string }
    const decide = authorize(request, playbackId, tokenOf(request))
    const { stream, running } = await inTurnOfStreams(() => findSession(playbackId, decide), playbackId)
    const streamId = stream.id
    const viewer = await inTurnOfEnvironments(
      () => callWhep({ nodeUrl: running.nodeUrl, access }, { sdp, streamId, address: request.ip }),
      stream.environmentId,
    )
    const { answer } = viewer
    if (answer.type !== 'answer') throw refusalOf(answer)
    follow(viewer, streamId, request, decide)
    return reply
      .code(201)
      .headers({
        ...publicHeaders,
        location: `${originOf(request, live.config)}/whep/${running.nodeId}/${answer.id}`,
        etag: `"${answer.id}"`,
      })
      .type('application/sdp')
      .send(answer.sdp)
  }

  /** Counts the viewer, and disconnects it when it is no longer authorized. */
  function follow(
    viewer: RemoteViewer,
    streamId: string,
    { ip: address, headers }: FastifyRequest,
    decide: () => Promise<unknown>,
  ): void {
    const userAgent = headers['user-agent'] ?? ''
    const check = () => {
      onViewer(streamId, { address, userAgent })
      decide().catch(viewer.close)
    }
    const timer = setInterval(check, CHECK_MS)
    open.add(viewer.close)
    check()
    void viewer.closed.then(() => {
      clearInterval(timer)
      open.delete(viewer.close)
    })
  }

  return {
    addRoutes(server) {
      server.open('/whep', 'webrtc')
      server.app.register(async (scope) => {
        acceptOffers(scope)
        const path = '/whep/:playbackId'
        scope.post(path, { ...offerLimit, config: { perMinute: PER_MINUTE } }, watch)
        refuseMethods(scope, path, ['GET', 'PUT', 'PATCH', 'DELETE'], 'POST, OPTIONS')
        endRoutes(scope, live, access, '/whep')
      })
    },
    close() {
      for (const close of open) close()
    },
  }
}

/** Playback token in the URL, as for HLS, or as a bearer token. */
function tokenOf(request: FastifyRequest): string | undefined {
  const { token } = request.query as { token?: unknown }
  if (typeof token === 'string') return token
  return /^Bearer (\S+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1]
}

type Refusal = Exclude<WhepAnswer, { type: 'answer' }>

const PROBLEM_OF: Readonly<Record<Extract<Refusal, { type: 'refused' }>['reason'], ProblemId>> = {
  'not-offered': 'realtime-not-offered',
  full: 'viewer-limit',
  'codec-not-supported': 'session-description-invalid',
  failed: 'session-description-invalid',
}

function refusalOf(answer: Refusal) {
  return answer.type === 'refused'
    ? problem(PROBLEM_OF[answer.reason])
    : problem('session-description-invalid', { detail: answer.detail })
}
