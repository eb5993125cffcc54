import type { IncomingMessage } from 'node:http'
import type { AdSkipReason } from '@kinora/contract'
import { DownloadFailure, getGuarded } from '../../../platform/net/download.ts'
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

/** State of ad servers by host. */
export interface ServerStates {
  isPaused(host: string): boolean
  record(host: string, hasAnswered: boolean): void
}

export interface RequestOptions {
  /** Headers that identify the viewer, sent with each request. */
  readonly headers: Readonly<Record<string, string>>
  /** Allowed private networks, as CIDRs. */
  readonly allowed: readonly string[]
  /** Aborts all requests. Ads that are known by then are returned. */
  readonly signal: AbortSignal
  readonly servers: ServerStates
}

const MAX_REQUESTS = 30
const MAX_ANSWER_BYTES = 256 * 1024
const MAX_LOGGED = 4000
const MAX_WRAPPERS = 7

/** Sends and logs the requests of one decision. */
export function openRequests({ headers, allowed, signal, servers }: RequestOptions): {
  readonly exchanges: Exchange[]
  /** Fetches an answer and trims it. Empty if the server has no ads, also after status 204. @throws an error for `reasonOf` */
  fetchText(url: string): Promise<string>
} {
  const exchanges: Exchange[] = []

  /** Records that a server has answered, after the whole answer was read. */
  async function recorded<T>(host: string, read: () => Promise<T>): Promise<T> {
    try {
      const found = await read()
      servers.record(host, true)
      return found
    } catch (error) {
      servers.record(host, false)
      throw error
    }
  }

  return {
    exchanges,
    async fetchText(url) {
      if (exchanges.length >= MAX_REQUESTS) throw new DownloadFailure('failed', 'too many requests')
      const startedAt = performance.now()
      const log = {
        url,
        status: null as number | null,
        tookMs: 0,
        answer: '',
        fault: null as string | null,
        reason: null as AdSkipReason | null,
      }
      exchanges.push(log)
      try {
        const { host } = new URL(url)
        if (servers.isPaused(host)) throw new ServerPaused()
        const text = await recorded(host, async () => {
          const { answer } = await getGuarded(new URL(url), { allowed, signal, headers })
          log.status = answer.statusCode ?? null
          return (await readText(answer)).trim()
        })
        log.answer = text.slice(0, MAX_LOGGED).replaceAll('\0', '').toWellFormed()
        return text
      } catch (error) {
        log.fault = error instanceof Error ? error.message : 'the connection broke off'
        log.reason = reasonOf(error, signal)
        if (error instanceof DownloadFailure) log.status = error.status
        throw error
      } finally {
        log.tookMs = Math.round((performance.now() - startedAt) * 10) / 10
      }
    },
  }
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
      throw new DownloadFailure('too-large', `the answer has more than ${MAX_ANSWER_BYTES} bytes`)
    }
    chunks.push(bytes)
  }
  return decodeXmlText(Buffer.concat(chunks), answer.headers['content-type'] ?? '')
}

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
