import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { AddressRefused, type AddressRules, checkAddress, type Resolve } from './address-guard.ts'
import { requestAt } from './guarded-request.ts'

export interface PostOptions {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly allowed: AddressRules
  /** Total time, from the lookup to the last byte of the response. */
  readonly timeoutMs: number
  /** Maximum bytes of the response body to read. */
  readonly maxAnswerBytes: number
  readonly resolve?: Resolve
}

/** The response. `fault` says why there was none. */
export interface PostResult {
  readonly status: number | null
  readonly headers: Record<string, string> | null
  readonly body: string | null
  readonly fault: string | null
  readonly tookMs: number
}

/** Posts to a URL from a user, only at the checked address. Never throws. */
export async function post(address: string, options: PostOptions): Promise<PostResult> {
  const startedAt = performance.now()
  const took = () => Math.round((performance.now() - startedAt) * 10) / 10
  const signal = AbortSignal.timeout(options.timeoutMs)
  try {
    const url = new URL(address)
    const checked = await within(signal, checkAddress(url, options.allowed, options.resolve))
    const answer = await requestAt(url, checked, {
      method: 'POST',
      headers: { ...options.headers, 'content-length': Buffer.byteLength(options.body) },
      body: options.body,
      signal,
    })
    const body = await firstBytes(answer, options.maxAnswerBytes)
    const status = answer.statusCode ?? null
    return { status, headers: headersOf(answer.headers), body, fault: null, tookMs: took() }
  } catch (error) {
    const fault = signal.aborted ? `no answer in ${options.timeoutMs / 1000} s` : faultOf(error)
    return { status: null, headers: null, body: null, fault, tookMs: took() }
  }
}

/** A lookup cannot be aborted, but callers need not wait for it. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<T>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return Promise.race([work, promise])
}

/** Returns the received bytes if the body breaks off or takes too long, since the status is known. */
async function firstBytes(answer: IncomingMessage, most: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer) {
      const bytes = Buffer.from(chunk)
      chunks.push(bytes)
      size += bytes.length
      if (size >= most) break
    }
  } catch {
    // Detected by the missing bytes.
  }
  answer.destroy()
  // PostgreSQL cannot store NUL in text.
  return Buffer.concat(chunks).subarray(0, most).toString('utf8').replaceAll('\0', '')
}

function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function faultOf(error: unknown): string {
  if (error instanceof AddressRefused) return error.message
  if (!(error instanceof Error)) return 'the connection broke off'
  switch ('code' in error ? error.code : '') {
    case 'ECONNREFUSED':
      return 'the connection was refused'
    case 'ECONNRESET':
      return 'the connection broke off'
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'the host cannot be reached'
    default:
      return error.message
  }
}
