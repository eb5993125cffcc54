import type { IncomingMessage } from 'node:http'
import { checkAddress } from '../../../../platform/net/address-guard.ts'
import {
  type Connections,
  type GuardedRequest,
  openConnections,
  requestAt,
} from '../../../../platform/net/guarded-request.ts'
import { StoreFault } from '../file-store.ts'
import type { Access } from './access.ts'
import { networkFault } from './faults.ts'
import { ANSWER_MS, CONNECT_MS, within } from './limits.ts'

interface DavRequest extends Pick<GuardedRequest, 'method' | 'body'> {
  readonly headers?: Readonly<Record<string, string>>
  /** Statuses that are no fault. */
  readonly accepts?: readonly number[]
}

/** Requests to a WebDAV server. */
export interface DavSession {
  /** The address of a folder or file below that of the account. Folders end with `/`. */
  urlOf(path: string): URL
  /** @returns an answer with a status of success, or one of those that are accepted. @throws StoreFault */
  send(url: URL, request: DavRequest): Promise<IncomingMessage>
  /** Sends a request and drops the body of the answer, as `send`. @returns the status */
  command(url: URL, request: DavRequest): Promise<number>
}

export function davSession({ settings, secrets, rules, signal }: Access<'webdav'>): DavSession {
  const base = new URL(settings.url.endsWith('/') ? settings.url : `${settings.url}/`)
  const authorization = `Basic ${Buffer.from(`${settings.user}:${secrets.password ?? ''}`).toString('base64')}`
  const connections: Connections = openConnections()
  const send: DavSession['send'] = async (url, { method, body, headers = {}, accepts = [] }) => {
    try {
      const address = await within(checkAddress(url, rules), signal, CONNECT_MS)
      const answer = await requestAt(url, address, {
        method,
        headers: { authorization, 'user-agent': 'Kinora', ...headers, ...lengthOf(body) },
        signal,
        idleTimeout: {
          ms: ANSWER_MS,
          fault: () => new StoreFault('no-answer', `the server did not answer within ${ANSWER_MS} ms`),
        },
        connections,
        ...(body !== undefined && { body }),
        ...(settings.ca !== null && { ca: settings.ca }),
      })
      const status = answer.statusCode ?? 0
      if ((status >= 200 && status < 300) || accepts.includes(status)) return answer
      answer.destroy()
      throw statusFault(status)
    } catch (error) {
      throw networkFault(error) ?? error
    }
  }
  return {
    urlOf: (path) => new URL(path.split('/').map(encodeURIComponent).join('/'), base),
    send,
    async command(url, request) {
      const answer = await send(url, request)
      answer.resume()
      return answer.statusCode ?? 0
    },
  }
}

function lengthOf(body: string | Uint8Array | undefined): Record<string, string> {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
}

function statusFault(status: number): StoreFault {
  switch (status) {
    case 401:
      return new StoreFault('sign-in', 'the server refused the password')
    case 403:
    case 423:
      return new StoreFault('no-access', `the server answered ${status}`)
    case 404:
    case 409:
    case 410:
      return new StoreFault('missing', `the server answered ${status}`)
    case 412:
      return new StoreFault('changed', 'the file has changed')
    default:
      // Redirects are not followed, since the password would go along.
      return status < 500 && status !== 408 && status !== 429
        ? new StoreFault('protocol', `the server answered ${status}`)
        : new StoreFault('no-answer', `the server answered ${status}`)
  }
}
