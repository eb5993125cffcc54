import type { ProblemId } from '@kinora/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicHeaders } from '../../../platform/http/cross-origin.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { headerOf } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import type { NodeAccess } from '../../../platform/nodes/node-access.ts'
import { problem } from '../../../platform/problem.ts'
import { type Attempts, countAttempts } from '../../../platform/transport/attempts.ts'
import { type PublishRefusal, TOO_MANY_STREAMS } from '../ingest/publisher.ts'
import type { Live } from '../live.ts'
import { findStreamByCredential } from '../streams/browser-permits.ts'
import { callEnd, callWhip } from './node-calls.ts'
import { nodeForPublisher, nodeWithId } from './nodes.ts'
import { acceptOffers, offerIn, offerLimit, refuseMethods } from './offers.ts'
import type { WhipAnswer } from './whip.ts'

/** Offers from one address in a minute. Wrong keys have a lower limit (`Attempts`). */
const PER_MINUTE = 600
const MAX_ENCODER_CHARS = 256

/** WHIP (RFC 9725): the stream key is a bearer token, so the rest of the path does not matter. */
export function whipRoutes(server: HttpServer, live: Live, access: NodeAccess): void {
  server.open('/whip', 'webrtc')
  const attempts = countAttempts(live.clock)
  server.app.register(async (scope) => {
    acceptOffers(scope)
    const limits = { ...offerLimit, config: { perMinute: PER_MINUTE } }
    const publish = (request: FastifyRequest, reply: FastifyReply) =>
      publishOffer(live, access, attempts, request, reply)
    for (const path of ['/whip', '/whip/*']) {
      scope.post(path, limits, publish)
      refuseMethods(scope, path, ['GET', 'PUT', 'PATCH', 'DELETE'], 'POST, OPTIONS')
    }
    endRoutes(scope, live, access, '/whip')
  })
}

/** DELETE ends a session of WHIP or WHEP; PATCH would change it. Offers are sent to another address. */
export function endRoutes(scope: HttpServer['app'], live: Live, access: NodeAccess, base: string): void {
  const path = `${base}/:node/:session`
  scope.delete<{ Params: { node: string; session: string } }>(path, async (request, reply) => {
    const { node: nodeId, session } = request.params
    const nodeUrl = await nodeWithId(live, nodeId)
    if (nodeUrl === null || !(await callEnd({ nodeUrl, access }, session))) throw problem('not-found')
    return reply.headers(publicHeaders).code(200).send()
  })
  const allow = 'DELETE, OPTIONS'
  refuseMethods(scope, path, ['GET', 'POST', 'PUT'], allow)
  refuseMethods(scope, path, ['PATCH'], allow, 'trickle-not-supported')
}

async function publishOffer(
  live: Live,
  access: NodeAccess,
  attempts: Attempts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sdp = offerIn(request)
  const streamKey = /^Bearer (\S+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1] ?? ''
  const invalid = () =>
    problem('stream-key-invalid', { headers: { 'www-authenticate': 'Bearer realm="whip"' } })
  if (streamKey === '') throw invalid()
  const checked = await attempts.check(request.ip, streamKey, () =>
    findStreamByCredential(live.db, streamKey, live.clock.now()),
  )
  if (!checked.isRight) throw checked.isBlocked ? problem('rate-limited') : invalid()
  const node = await nodeForPublisher(live, checked.found)
  if (node === null) throw problem('webrtc-unavailable')
  const encoder = (headerOf(request, 'user-agent') ?? '').slice(0, MAX_ENCODER_CHARS)
  const answer = await callWhip(
    { nodeUrl: node.nodeUrl, access },
    { sdp, streamKey, address: request.ip, encoder },
  )
  if (answer.type !== 'answer') throw refusalOf(answer)
  return reply
    .code(201)
    .headers({
      ...publicHeaders,
      location: `${originOf(request, live.config)}/whip/${node.id}/${answer.id}`,
      etag: `"${answer.id}"`,
    })
    .type('application/sdp')
    .send(answer.sdp)
}

const PROBLEM_OF: Readonly<Record<PublishRefusal | 'busy' | 'failed', ProblemId>> = {
  'unknown-key': 'stream-key-invalid',
  'key-revoked': 'stream-key-invalid',
  'already-publishing': 'publisher-exists',
  'not-started': 'publisher-refused',
  disabled: 'publisher-refused',
  stopped: 'publisher-refused',
  'too-many-attempts': 'rate-limited',
  'too-many-streams': 'limit-reached',
  'wallet-empty': 'wallet-empty',
  'codec-not-supported': 'session-description-invalid',
  'nal-lengths-not-supported': 'session-description-invalid',
  'bitrate-too-high': 'publisher-refused',
  'picture-too-large': 'publisher-refused',
  busy: 'webrtc-unavailable',
  failed: 'session-description-invalid',
}

const DETAIL_OF: Readonly<Partial<Record<PublishRefusal | 'busy' | 'failed', string>>> = {
  'codec-not-supported': 'Use H.264 video and Opus audio',
  'too-many-streams': TOO_MANY_STREAMS,
}

function refusalOf(answer: Exclude<WhipAnswer, { type: 'answer' }>) {
  if (answer.type === 'sdp-not-valid')
    return problem('session-description-invalid', { detail: answer.detail })
  const detail = DETAIL_OF[answer.reason]
  return problem(PROBLEM_OF[answer.reason], detail === undefined ? {} : { detail })
}
