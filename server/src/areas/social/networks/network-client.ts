import type { IncomingMessage } from 'node:http'
import type { SocialNetwork } from '@kinora/contract'
import * as z from 'zod'
import type { Config } from '../../../platform/config.ts'
import { AddressRefused, checkAddress } from '../../../platform/net/address-guard.ts'
import { bodyLength, requestAt, type StreamedBody } from '../../../platform/net/guarded-request.ts'
import { NetworkFailure, Refused } from './failures.ts'

/** More than any answer that is used has. */
const MAX_ANSWER_BYTES = 1024 ** 2
const TIMEOUT_MS = 30_000
/** A part of a file is sent for as long as bytes move. */
const IDLE_MS = 60_000
const UPLOAD_TIMEOUT_MS = 30 * 60_000
/** Words of the network that people see. */
const WORDS_LENGTH = 300

export interface NetworkRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly token?: string | undefined
  /** The scheme of the token. Missing: `Bearer` (RFC 6750). */
  readonly tokenScheme?: 'Bearer' | 'OAuth'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | StreamedBody
  /** Sends a part of a file, which takes as long as it takes. */
  readonly isUpload?: boolean
}

export interface NetworkAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Requests to the hosts of one network. */
export interface NetworkClient {
  /** Sends a request. Redirects are not followed, since they would get the token. @throws NetworkFailure */
  send(request: NetworkRequest, signal: AbortSignal): Promise<NetworkAnswer>
  /** The address that a request goes to: that of the network, or of the server that speaks like it. */
  resolve(url: string): string
}

type Settings = Pick<Config, 'SOCIAL_URLS' | 'URL_ALLOW_PRIVATE' | 'OUTGOING_HOSTS'>

/** @param hosts the only hosts of the network, also for addresses that it answers with. One that begins with a dot is any host
 * below a domain */
export function networkClient(
  config: Settings,
  network: SocialNetwork,
  hosts: readonly string[],
): NetworkClient {
  const stand = config.SOCIAL_URLS.get(network)
  const isOwn = (host: string) =>
    hosts.some((own) => (own.startsWith('.') ? host.endsWith(own) : host === own))
  /** The host becomes the first part of the path, so that a server can speak like several hosts. */
  const resolve = (address: string) => {
    const url = new URL(address)
    return stand === undefined || !isOwn(url.host)
      ? address
      : `${stand}/${url.host}${url.pathname}${url.search}`
  }
  const assertOwn = (url: URL) => {
    const isAllowed =
      stand === undefined ? url.protocol === 'https:' && isOwn(url.host) : url.origin === stand
    if (!isAllowed) throw new NetworkFailure('answer', 'the network named an address that is not its own')
  }
  return {
    resolve,
    async send(request, signal) {
      const url = new URL(resolve(request.url))
      assertOwn(url)
      const limit = AbortSignal.timeout(request.isUpload ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS)
      try {
        const checked = await checkAddress(url, config)
        const answer = await requestAt(url, checked, {
          method: request.method,
          headers: headersOf(request),
          ...(request.body !== undefined && { body: request.body }),
          signal: AbortSignal.any([signal, limit]),
          idleTimeout: {
            ms: IDLE_MS,
            fault: () => new NetworkFailure('unreachable', 'the network stopped responding'),
          },
        })
        const { statusCode: status = 0, headers } = answer
        return { status, headers, body: await bodyOf(answer) }
      } catch (error) {
        signal.throwIfAborted()
        throw asFailure(error)
      }
    },
  }
}

function headersOf({
  token,
  tokenScheme = 'Bearer',
  headers,
  body,
}: NetworkRequest): Record<string, string | number> {
  return {
    'user-agent': 'Kinora',
    accept: 'application/json',
    ...headers,
    ...(token !== undefined && { authorization: `${tokenScheme} ${token}` }),
    'content-length': body === undefined ? 0 : bodyLength(body),
  }
}

async function bodyOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > MAX_ANSWER_BYTES) {
      answer.destroy()
      throw new NetworkFailure('answer', 'the answer of the network is too large')
    }
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8').replaceAll('\0', '')
}

function asFailure(error: unknown): NetworkFailure {
  if (error instanceof NetworkFailure) return error
  if (error instanceof AddressRefused)
    return new NetworkFailure('unreachable', 'the address of the network is not allowed here', {
      isUnhandled: true,
    })
  const code = error instanceof Error && 'code' in error ? String(error.code) : null
  return new NetworkFailure(
    'unreachable',
    code === null ? 'the connection broke off' : `the connection broke off (${code})`,
    { isUnhandled: code === 'ECONNREFUSED' },
  )
}

/** Reads an answer in JSON. @throws NetworkFailure if it is something else, such as a page of HTML */
export function readJson<T>({ status, body }: NetworkAnswer, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(body))
  } catch {
    throw new NetworkFailure('answer', `the network answered ${status} with something that is not understood`)
  }
}

/** The words of a network as people see them: one line, and not too long. */
export function wordsOf(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  return line.length > WORDS_LENGTH ? `${line.slice(0, WORDS_LENGTH).toWellFormed()}…` : line
}

/** Throws for answers after which another attempt may help. */
export function assertAnswered({ status, headers }: NetworkAnswer): void {
  if (status < 500 && status !== 429 && status !== 408 && (status < 300 || status >= 400 || status === 308))
    return
  const wait = Number(headers['retry-after'] ?? Number.NaN)
  const afterS = Number.isFinite(wait) ? Math.min(Math.max(wait, 1), 3600) : null
  const words = status >= 300 && status < 400 ? 'with a redirect' : ''
  const isUnhandled = status === 429
  throw new NetworkFailure('answer', `the network answered ${status} ${words}`.trim(), {
    afterS,
    isUnhandled,
  })
}

/** Throws if the body of an answer that needs none is neither empty nor JSON, such as a page of HTML. @throws NetworkFailure */
export function assertNoPage(answer: NetworkAnswer): void {
  if (answer.body.trim() !== '') readJson(answer, z.unknown())
}

/** Throws for an answer that is no success.
 * @param words those of the network; null if it said none, so that somebody on the way answered
 * @param about what the refusal is about
 * @throws NetworkFailure, Refused */
export function assertTaken(answer: NetworkAnswer, words: string | null, about: 'account' | 'video'): void {
  const { status } = answer
  if (status >= 200 && status < 300) return
  assertAnswered(answer)
  if (words === null) throw new NetworkFailure('answer', `the network answered ${status}`)
  throw new Refused(about, about === 'account' ? 'refused-account' : 'refused-video', wordsOf(words))
}

/** Reads a part of an answer. Null if the answer is something else. */
export function readMaybe<T>({ body }: NetworkAnswer, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(body))
  } catch {
    return null
  }
}
