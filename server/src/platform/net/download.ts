import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AddressRefused, type AddressRules, checkAddress, type Resolve } from './address-guard.ts'
import { type Connections, requestAt } from './guarded-request.ts'

export interface DownloadOptions {
  readonly allowed: AddressRules
  readonly maxBytes: number
  readonly signal: AbortSignal
  /** Called with the size, if the server sends it, before anything is written. Throwing aborts the download. */
  readonly onStart?: (total: number | null) => Promise<void>
  /** Received bytes, and the total if the server sends it. */
  readonly onProgress?: (received: number, total: number | null) => void
}

export type DownloadFault = 'refused' | 'too-large' | 'failed' | 'time-limit'

export class DownloadFailure extends Error {
  override readonly name = 'DownloadFailure'
  readonly fault: DownloadFault
  /** HTTP status of an answer that was no success. */
  readonly status: number | null
  constructor(fault: DownloadFault, message: string, status: number | null = null, cause?: unknown) {
    super(message, { cause })
    this.fault = fault
    this.status = status
  }
}

const MAX_REDIRECTS = 5
const IDLE_TIMEOUT_MS = 30_000

/** Downloads a URL from a user into a file. Checks the address of every redirect and connects to the checked
 * address.
 * @throws DownloadFailure */
export async function download(
  address: string,
  path: string,
  options: DownloadOptions,
): Promise<{ bytes: number }> {
  try {
    const { answer } = await follow(new URL(address), options)
    const total = Number(answer.headers['content-length'] ?? Number.NaN)
    const expected = Number.isFinite(total) ? total : null
    if (expected !== null && expected > options.maxBytes) {
      answer.destroy()
      throw new DownloadFailure('too-large', `the file has ${expected} bytes`)
    }
    await options.onStart?.(expected)
    const counted = counter(options, expected)
    await pipeline(answer, counted.stream, createWriteStream(path, { mode: 0o644 }), {
      signal: options.signal,
    })
    if (expected !== null && counted.bytes() !== expected)
      throw new DownloadFailure('failed', 'the connection broke off')
    if (counted.bytes() === 0) throw new DownloadFailure('failed', 'the file is empty')
    return { bytes: counted.bytes() }
  } catch (error) {
    throw asFailure(error, options.signal)
  }
}

interface GuardedOptions extends Pick<DownloadOptions, 'allowed' | 'signal'> {
  /** Request headers in addition to Kinora's own. */
  readonly headers?: Readonly<Record<string, string>>
  readonly resolve?: Resolve
  /** Connections to reuse. Missing: each request has its own. */
  readonly connections?: Connections | undefined
  /** Called when a server has answered with a redirect. */
  readonly onRedirect?: () => void
}

/** Requests a URL from a user, and follows its redirects. Returns the last URL too.
 * @throws DownloadFailure */
export async function getGuarded(url: URL, options: GuardedOptions): Promise<Found> {
  try {
    return await follow(url, options)
  } catch (error) {
    throw asFailure(error, options.signal)
  }
}

interface Found {
  readonly answer: IncomingMessage
  readonly url: URL
}

async function follow(start: URL, options: GuardedOptions): Promise<Found> {
  let url = start
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const address = await unlessAborted(checkAddress(url, options.allowed, options.resolve), options.signal)
    const answer = await requestAt(url, address, {
      method: 'GET',
      headers: { 'user-agent': 'Kinora', accept: '*/*', ...options.headers },
      signal: options.signal,
      connections: options.connections,
      idleTimeout: {
        ms: IDLE_TIMEOUT_MS,
        fault: () => new DownloadFailure('failed', 'the server stopped responding'),
      },
    })
    const status = answer.statusCode ?? 0
    const { location } = answer.headers
    if (status >= 200 && status < 300) return { answer, url }
    if (options.connections === undefined) answer.destroy()
    else discard(answer)
    if (status < 300 || status >= 400 || location === undefined) {
      throw new DownloadFailure('failed', `the server answered ${status}`, status)
    }
    if (!URL.canParse(location, url)) throw new DownloadFailure('failed', 'the redirect has no address')
    options.onRedirect?.()
    url = new URL(location, url)
  }
  throw new DownloadFailure('failed', 'too many redirects')
}

/** Bytes of a redirect or an error that are read, so that its connection can be used again. */
const MOST_DISCARDED = 16 * 1024

function discard(answer: IncomingMessage): void {
  let size = 0
  answer.on('error', () => undefined)
  answer.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MOST_DISCARDED) answer.destroy()
  })
}

/** Name servers may take longer than there is time, and a lookup cannot be stopped. */
function unlessAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function counter({ maxBytes, onProgress }: DownloadOptions, total: number | null) {
  let received = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      if (received > maxBytes) {
        done(new DownloadFailure('too-large', `the file has more than ${maxBytes} bytes`))
        return
      }
      onProgress?.(received, total)
      done(null, chunk)
    },
  })
  return { stream, bytes: () => received }
}

function asFailure(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof DownloadFailure) return error
  if (error instanceof AddressRefused) return new DownloadFailure('refused', error.message)
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return error
  if (signal.aborted) {
    return signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
      ? new DownloadFailure('time-limit', 'the download took too long')
      : signal.reason
  }
  const message = error instanceof Error ? error.message : 'the connection broke off'
  return new DownloadFailure('failed', message, null, error)
}
