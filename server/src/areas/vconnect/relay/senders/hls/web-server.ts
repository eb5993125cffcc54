import type { IncomingMessage } from 'node:http'
import { AddressRefused, checkAddress } from '../../../../../platform/net/address-guard.ts'
import { type Connections, requestAt } from '../../../../../platform/net/guarded-request.ts'
import type { LinkFault } from '../../keep-trying.ts'
import type { RelayContext } from '../../relay-context.ts'

export interface WebServerOptions extends Pick<RelayContext, 'config' | 'authorities'> {
  /** A token, or `user:password`. Empty without any. */
  readonly credentials: string
  readonly connections: Connections
  /** Ends requests. */
  readonly stop: AbortSignal
}

/** A web server that takes files by PUT. */
export interface WebServer {
  /** @returns why the server did not take the file, or null @throws AddressRefused */
  put(url: URL, body: Buffer, type: string): Promise<LinkFault | null>
  /** Removes a file. Servers that do not allow it are not asked again. */
  remove(url: URL): Promise<void>
}

const LONGEST_MS = 15_000
const badCertificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/

export function webServer({
  config,
  authorities,
  credentials,
  connections,
  stop,
}: WebServerOptions): WebServer {
  let mayRemove = true

  async function send(
    method: 'PUT' | 'DELETE',
    url: URL,
    body: Buffer,
    type: string | null,
  ): Promise<number> {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(LONGEST_MS)])
    const checked = await checkAddress(url, config)
    const answer = await requestAt(url, checked, {
      method,
      headers: {
        'content-length': body.length,
        ...(type !== null && { 'content-type': type }),
        ...(credentials !== '' && { authorization: authorizationOf(credentials) }),
      },
      body,
      signal,
      connections,
      ...(authorities !== undefined && { ca: authorities.join('\n') }),
    })
    await readAll(answer)
    return answer.statusCode ?? 0
  }

  /** Sends a second time if the connection broke: servers close those that wait for the next segment. */
  async function sendAgain(...file: Parameters<typeof send>): Promise<number> {
    try {
      return await send(...file)
    } catch (error) {
      if (!stop.aborted && error instanceof Error && 'code' in error && error.code === 'ECONNRESET')
        return send(...file)
      throw error
    }
  }

  return {
    async put(url, body, type) {
      try {
        const status = await sendAgain('PUT', url, body, type)
        return status >= 200 && status < 300 ? null : { reason: 'refused', detail: `HTTP ${status}` }
      } catch (error) {
        if (error instanceof AddressRefused) throw error
        return networkFault(error)
      }
    },
    async remove(url) {
      if (!mayRemove) return
      // Old files cost space, and nothing else.
      const status = await send('DELETE', url, Buffer.alloc(0), null).catch(() => 0)
      if (status >= 400 && status !== 404) mayRemove = false
    },
  }
}

/** Why a request got no answer. */
export function networkFault(error: unknown): LinkFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return { reason: badCertificate.test(code) ? 'certificate' : 'no-answer', detail: null }
}

function authorizationOf(credentials: string): string {
  return credentials.includes(':')
    ? `Basic ${Buffer.from(credentials).toString('base64')}`
    : `Bearer ${credentials}`
}

/** Reads the answer to its end, so that its connection can be used again. */
async function readAll(answer: IncomingMessage): Promise<void> {
  for await (const _ of answer);
}
