import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { checkAddress } from '../../../../platform/net/address-guard.ts'
import {
  bodyLength,
  type GuardedRequest,
  openConnections,
  requestAt,
} from '../../../../platform/net/guarded-request.ts'
import { StoreFault } from '../file-store.ts'
import type { Access } from './access.ts'
import { networkFault } from './faults.ts'
import { ANSWER_MS, CONNECT_MS, within } from './limits.ts'

/** A request to a server of files. */
export interface FileRequest extends Pick<GuardedRequest, 'method' | 'body'> {
  readonly headers?: Readonly<Record<string, string>>
  /** Statuses that are no fault. */
  readonly accepts?: readonly number[]
}

/** Requests to one server. */
export interface HttpSession {
  /** @returns an answer with a status of success, or one of those that are accepted. @throws StoreFault */
  send(url: URL, request: FileRequest): Promise<IncomingMessage>
  /** Sends a request and drops the body of the answer, as `send`. @returns the status */
  command(url: URL, request: FileRequest): Promise<number>
}

/** Names the fault of a status that is no success. */
export type StatusFault = (status: number, headers: IncomingHttpHeaders) => StoreFault

/** Opens requests to allowed addresses. Redirects are not followed, since the secrets would go along.
 * @param ca certificates in place of those of public authorities */
export function httpSession(
  { rules, signal }: Pick<Access<'webdav'>, 'rules' | 'signal'>,
  ca: string | null,
  faultOf: StatusFault = statusFault,
): HttpSession {
  const connections = openConnections()
  const send: HttpSession['send'] = async (url, { method, body, headers = {}, accepts = [] }) => {
    try {
      const address = await within(checkAddress(url, rules), signal, CONNECT_MS)
      const answer = await requestAt(url, address, {
        method,
        headers: { 'user-agent': 'Kinora', ...headers, ...lengthOf(body) },
        signal,
        idleTimeout: {
          ms: ANSWER_MS,
          fault: () => new StoreFault('no-answer', `the server did not answer within ${ANSWER_MS} ms`),
        },
        connections,
        ...(body !== undefined && { body }),
        ...(ca !== null && { ca }),
      })
      const status = answer.statusCode ?? 0
      if ((status >= 200 && status < 300) || accepts.includes(status)) return answer
      answer.destroy()
      throw faultOf(status, answer.headers)
    } catch (error) {
      throw networkFault(error) ?? error
    }
  }
  return {
    send,
    async command(url, request) {
      const answer = await send(url, request)
      answer.resume()
      return answer.statusCode ?? 0
    },
  }
}

function lengthOf(body: FileRequest['body']): Record<string, string> {
  return body === undefined ? {} : { 'content-length': String(bodyLength(body)) }
}

/** The fault of a status by RFC 9110 and RFC 4918. */
export function statusFault(status: number): StoreFault {
  switch (status) {
    case 401:
      return new StoreFault('sign-in', 'the server refused the secret')
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
      return status < 500 && status !== 408 && status !== 429
        ? new StoreFault('protocol', `the server answered ${status}`)
        : new StoreFault('no-answer', `the server answered ${status}`)
  }
}
