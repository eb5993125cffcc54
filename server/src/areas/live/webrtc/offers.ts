import { OFFER_LIMITS } from '@kinora/media'
import type { FastifyRequest } from 'fastify'
import type { HttpServer } from '../../../platform/http/server.ts'
import { problem } from '../../../platform/problem.ts'

const TYPE = 'application/sdp'

/** Limit of the body, for each route that takes an offer. */
export const offerLimit = { bodyLimit: OFFER_LIMITS.bytes }

/** Makes routes of this scope accept SDP bodies only. */
export function acceptOffers(scope: HttpServer['app']): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(TYPE, { parseAs: 'string' }, (_request, body, done) => done(null, body))
  scope.addContentTypeParser('*', (_request, _payload, done) => done(notSdp()))
}

/** Refuses methods of an address with 405 (RFC 9725 4.1), before their body is read.
 * @param allow the methods that it has */
export function refuseMethods(
  scope: HttpServer['app'],
  path: string,
  methods: readonly ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[],
  allow: string,
  id: 'method-not-allowed' | 'trickle-not-supported' = 'method-not-allowed',
): void {
  const refuse = async () => {
    throw problem(id, { headers: { allow } })
  }
  scope.route({ method: [...methods], url: path, onRequest: refuse, handler: refuse })
}

/** The offer in the body. @throws problem media-type-unsupported */
export function offerIn({ body }: FastifyRequest): string {
  if (typeof body !== 'string') throw notSdp()
  return body
}

function notSdp() {
  return problem('media-type-unsupported', { detail: `Send the offer as ${TYPE}` })
}
