import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CheckedAddress } from './address-guard.ts'

export interface GuardedRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'PROPFIND' | 'MKCOL' | 'MOVE'
  readonly headers: OutgoingHttpHeaders
  readonly body?: string | Uint8Array | StreamedBody
  /** Certificates that the server is checked with, in place of those of public authorities. */
  readonly ca?: string | undefined
  readonly signal: AbortSignal
  /** Called after this time without data from the server. The returned error ends the request. */
  readonly idleTimeout?: { readonly ms: number; readonly fault: () => Error }
  /** Connections to reuse. Missing: the request has its own. */
  readonly connections?: Connections | undefined
}

/** A body that is sent while it is read. */
export interface StreamedBody {
  /** Bytes. */
  readonly length: number
  /** Reads it from its start: a request may be sent again. */
  bytes(): AsyncIterable<Uint8Array>
}

/** The bytes of a body. */
export function bodyLength(body: NonNullable<GuardedRequest['body']>): number {
  return isStreamed(body) ? body.length : Buffer.byteLength(body)
}

function isStreamed(body: GuardedRequest['body']): body is StreamedBody {
  return typeof body === 'object' && 'bytes' in body
}

/** Connections that stay open between requests. */
export interface Connections {
  /** Agent for a protocol and a checked address. A connection is only reused for its own address. */
  agentFor(protocol: string, address: string): HttpAgent
}

/** Time after which an unused connection is closed. */
const UNUSED_MS = 30_000
/** Unused connections per server. */
const MOST_UNUSED = 32
/** Addresses with connections. The oldest ones are dropped. */
const MOST_ADDRESSES = 200

export function openConnections(): Connections {
  const agents = new Map<string, HttpAgent>()
  return {
    agentFor(protocol, address) {
      const key = `${protocol} ${address}`
      const Agent = protocol === 'https:' ? HttpsAgent : HttpAgent
      const agent =
        agents.get(key) ?? new Agent({ keepAlive: true, maxFreeSockets: MOST_UNUSED, timeout: UNUSED_MS })
      agents.delete(key)
      agents.set(key, agent)
      const [oldest] = agents.keys()
      // Requests in progress keep their connections, which close when they are unused.
      if (agents.size > MOST_ADDRESSES && oldest !== undefined) agents.delete(oldest)
      return agent
    },
  }
}

/** Requests a URL from a user at the checked address, without another lookup. Returns redirects like other
 * responses: callers that follow them must check their addresses. */
export async function requestAt(
  url: URL,
  checked: CheckedAddress,
  given: GuardedRequest,
): Promise<IncomingMessage> {
  try {
    return await send(url, checked, given)
  } catch (error) {
    // The server closed a reused connection while the request was on its way.
    if (!(error instanceof StaleConnection)) throw error
    return send(url, checked, { ...given, connections: undefined })
  }
}

class StaleConnection extends Error {
  override readonly name = 'StaleConnection'
}

function send(
  url: URL,
  { address, family }: CheckedAddress,
  { method, headers, body, ca, signal, idleTimeout, connections }: GuardedRequest,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method,
      headers,
      signal,
      agent: connections?.agentFor(url.protocol, address) ?? false,
      ...(ca === undefined ? {} : { ca }),
      ...(idleTimeout === undefined ? {} : { timeout: idleTimeout.ms }),
      lookup: (_host, { all }, done) => {
        if (all) done(null, [{ address, family }])
        else done(null, address, family)
      },
    })
    outgoing.on('response', resolve)
    if (idleTimeout !== undefined) outgoing.on('timeout', () => outgoing.destroy(idleTimeout.fault()))
    outgoing.on('error', (error) => {
      const isStale = outgoing.reusedSocket && 'code' in error && error.code === 'ECONNRESET'
      reject(isStale && (method === 'GET' || method === 'HEAD') ? new StaleConnection(error.message) : error)
    })
    // An error of the source ends the request with it, and one of the request the source.
    if (isStreamed(body)) pipeline(Readable.from(body.bytes()), outgoing).catch(reject)
    else outgoing.end(body)
  })
}
