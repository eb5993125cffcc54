import type { IncomingMessage } from 'node:http'
import type { AdSkipReason } from '@kinora/contract'
import type { AddressRules } from '../../../platform/net/address-guard.ts'
import { hideSecrets } from '../../../platform/net/address-secrets.ts'
import { DownloadFailure, getGuarded } from '../../../platform/net/download.ts'
import type { Connections } from '../../../platform/net/guarded-request.ts'
import { decodeBody } from './decode-body.ts'
import { decodeXmlText } from './decode-text.ts'
import { VastRefused } from './vast.ts'
import { XmlRefused } from './xml.ts'

/** One request to an ad server, for the log. */
export interface Exchange {
  readonly url: string
  readonly status: number | null
  readonly tookMs: number
  readonly fault: string | null
  /** Skip reason of the fault. Missing in older sessions. */
  readonly reason?: AdSkipReason | null
  /** Beginning of the answer. */
  readonly answer: string
}

/** An ad tag or the URL of a wrapper, and its host. */
export interface Asked {
  readonly host: string
  /** URL with its macros, because their values differ in each request. */
  readonly address: string
}

/** Result of a request. `host-failed`: no connection, a time-out or 5xx. `address-failed`: another status, or no valid answer. */
export type RequestResult = 'answered' | 'address-failed' | 'host-failed'

/** State of ad servers by host and address. */
export interface ServerStates {
  isPaused(asked: Asked): boolean
  record(asked: Asked, result: RequestResult): void
}

export interface RequestOptions {
  /** Headers that identify the viewer, sent with each request. */
  readonly headers: Readonly<Record<string, string>>
  readonly allowed: AddressRules
  /** Aborts all requests. Ads that are known by then are returned. */
  readonly signal: AbortSignal
  readonly servers: ServerStates
  /** Connections to reuse. Missing: each request has its own. */
  readonly connections?: Connections | undefined
}

const MAX_REQUESTS = 30
const MAX_ANSWER_BYTES = 256 * 1024
const MAX_LOGGED = 4000
const MAX_WRAPPERS = 7

/** Sends and logs the requests of one decision. */
export function openRequests({ signal, servers, ...options }: RequestOptions): {
  readonly exchanges: Exchange[]
  /** Fetches an answer, trims it and reads it. The text is empty if the server has no ads, also after status 204.
   * @param fill replaces the macros of the URL @throws an error for `reasonOf` */
  ask<T>(
    url: string,
    fill: (url: string) => string,
    read: (text: string) => T,
  ): Promise<{ found: T; exchange: LoggedExchange }>
} {
  const exchanges: LoggedExchange[] = []
  const openedMs = performance.now()

  async function fetchText(url: string, exchange: LoggedExchange): Promise<string> {
    const { headers, ...guarded } = options
    const { answer } = await getGuarded(new URL(url), {
      ...guarded,
      signal,
      headers: { ...headers, 'accept-encoding': 'gzip, br' },
    })
    exchange.status = answer.statusCode ?? null
    const text = (await readText(answer)).trim()
    exchange.answer = text.slice(0, MAX_LOGGED).replaceAll('\0', '').toWellFormed()
    return text
  }

  return {
    exchanges,
    async ask(address, fill, read) {
      if (exchanges.length >= MAX_REQUESTS) throw new DownloadFailure('failed', 'too many requests')
      const startedMs = performance.now()
      const url = fill(address)
      const exchange: LoggedExchange = {
        url: hideSecrets(url),
        status: null,
        tookMs: 0,
        answer: '',
        fault: null,
        reason: null,
      }
      exchanges.push(exchange)
      try {
        const asked = { address, host: new URL(url).host }
        if (servers.isPaused(asked)) throw new ServerPaused()
        try {
          const found = read(await fetchText(url, exchange))
          servers.record(asked, 'answered')
          return { found, exchange }
        } catch (error) {
          const hadTime = 2 * (performance.now() - startedMs) >= performance.now() - openedMs
          if (!signal.aborted || hadTime) servers.record(asked, resultOf(error))
          throw error
        }
      } catch (error) {
        exchange.fault = error instanceof Error ? error.message : 'the connection broke off'
        exchange.reason = reasonOf(error, signal)
        if (error instanceof DownloadFailure) exchange.status = error.status
        throw error
      } finally {
        exchange.tookMs = Math.round((performance.now() - startedMs) * 10) / 10
      }
    },
  }
}

/** A request whose log is not complete yet. */
export type LoggedExchange = { -readonly [name in keyof Exchange]: Exchange[name] }

/** A server that answers is not failing, even if the answer is no use. */
function resultOf(error: unknown): RequestResult {
  if (error instanceof VastRefused || error instanceof XmlRefused) return 'address-failed'
  if (!(error instanceof DownloadFailure)) return 'host-failed'
  const { fault, status } = error
  if (fault === 'refused' || fault === 'too-large') return 'address-failed'
  return status === null || status >= 500 ? 'host-failed' : 'address-failed'
}

const unanswered: readonly (AdSkipReason | null | undefined)[] = [
  'server-timeout',
  'server-failed',
  'server-paused',
]

/** Whether there are no ads because a server was not reached, did not answer in time or answered with 5xx. */
export function isUnanswered({
  reason,
  exchanges,
}: {
  readonly reason: AdSkipReason | null
  readonly exchanges: readonly Exchange[]
}): boolean {
  if (!unanswered.includes(reason)) return false
  const failed = exchanges.findLast((each) => each.reason === reason)
  if (failed === undefined) return false
  const { status } = failed
  return status === null || status < 300 || status >= 500
}

/** @throws WrapperLimit if an ad has too many wrappers around it */
export function assertWrappers(depth: number): void {
  if (depth > MAX_WRAPPERS) throw new WrapperLimit(`more than ${MAX_WRAPPERS} wrappers`)
}

export class WrapperLimit extends Error {
  override readonly name = 'WrapperLimit'
}

class ServerPaused extends Error {
  constructor() {
    super('the server has failed repeatedly and is asked again in some seconds')
  }
}

async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > MAX_ANSWER_BYTES) {
      answer.destroy()
      throw tooLarge()
    }
    chunks.push(bytes)
  }
  const coding = answer.headers['content-encoding'] ?? ''
  const body = await decodeBody(Buffer.concat(chunks), coding, MAX_ANSWER_BYTES)
  if (body === 'too-large') throw tooLarge()
  if (body === null) throw new VastRefused('answer-invalid', `the content coding ${coding} cannot be decoded`)
  return decodeXmlText(body, answer.headers['content-type'] ?? '')
}

const tooLarge = () => new DownloadFailure('too-large', `the answer has more than ${MAX_ANSWER_BYTES} bytes`)

/** Converts a thrown error to a skip reason. */
export function reasonOf(error: unknown, signal: AbortSignal): AdSkipReason {
  if (error instanceof VastRefused) return error.reason
  if (error instanceof XmlRefused) return 'answer-invalid'
  if (error instanceof WrapperLimit) return 'too-many-wrappers'
  if (error instanceof ServerPaused) return 'server-paused'
  if (signal.aborted) return 'server-timeout'
  if (error instanceof DownloadFailure) {
    if (error.fault === 'refused') return 'address-refused'
    if (error.fault === 'too-large') return 'answer-too-large'
    if (error.fault === 'time-limit') return 'server-timeout'
  }
  return 'server-failed'
}
