import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { CheckedAddress } from './address-guard.ts'

export interface GuardedRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: OutgoingHttpHeaders
  readonly body?: string
  readonly signal: AbortSignal
  /** Called where the other side says nothing for so long; what it answers ends the request. */
  readonly silence?: { readonly ms: number; readonly fault: () => Error }
}

/**
 * Asks a URL that a stranger typed, at the very address that was checked, whatever its name says by now. Redirects
 * are answered like everything else: whoever follows one has to check it.
 */
export function requestAt(
  url: URL,
  { address, family }: CheckedAddress,
  { method, headers, body, signal, silence }: GuardedRequest,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method,
      headers,
      signal,
      agent: false,
      ...(silence === undefined ? {} : { timeout: silence.ms }),
      lookup: (_host, { all }, done) => {
        if (all) done(null, [{ address, family }])
        else done(null, address, family)
      },
    })
    outgoing.on('response', resolve)
    if (silence !== undefined) outgoing.on('timeout', () => outgoing.destroy(silence.fault()))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
