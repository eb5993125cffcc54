import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { CheckedAddress } from './address-guard.ts'

export interface GuardedRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: OutgoingHttpHeaders
  readonly body?: string
  readonly signal: AbortSignal
  /** Called after this time without data from the server. The returned error ends the request. */
  readonly idleTimeout?: { readonly ms: number; readonly fault: () => Error }
}

/** Requests a URL from a user at the checked address, without another lookup. Returns redirects like other
 * responses: callers that follow them must check their addresses. */
export function requestAt(
  url: URL,
  { address, family }: CheckedAddress,
  { method, headers, body, signal, idleTimeout }: GuardedRequest,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method,
      headers,
      signal,
      agent: false,
      ...(idleTimeout === undefined ? {} : { timeout: idleTimeout.ms }),
      lookup: (_host, { all }, done) => {
        if (all) done(null, [{ address, family }])
        else done(null, address, family)
      },
    })
    outgoing.on('response', resolve)
    if (idleTimeout !== undefined) outgoing.on('timeout', () => outgoing.destroy(idleTimeout.fault()))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
