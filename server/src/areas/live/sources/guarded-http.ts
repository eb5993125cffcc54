import type { IncomingMessage } from 'node:http'
import type { AddressRules } from '../../../platform/net/address-guard.ts'
import { DownloadFailure, getGuarded } from '../../../platform/net/download.ts'
import type { ByteRange } from './hls-playlist.ts'
import { SourceFailure } from './source-failure.ts'

export interface HttpOptions {
  readonly allowed: AddressRules
  readonly signal: AbortSignal
}

export interface FileLimits {
  readonly maxBytes: number
  readonly timeoutMs: number
  /** The part of the file to read. Null for the whole file. */
  readonly range?: ByteRange | null
}

/** Requests a URL. Checks every redirect, and connects only to checked addresses. @throws SourceFailure */
export async function get(
  url: URL,
  options: HttpOptions & { readonly headers?: Readonly<Record<string, string>> },
): Promise<{ readonly answer: IncomingMessage; readonly url: URL }> {
  try {
    return await getGuarded(url, options)
  } catch (error) {
    throw failureOf(error)
  }
}

/** Reads a file, or a part of it. @throws SourceFailure */
export async function getBytes(
  url: URL,
  { allowed, signal: outer }: HttpOptions,
  { maxBytes, timeoutMs, range = null }: FileLimits,
): Promise<{ readonly bytes: Buffer; readonly url: URL }> {
  if (range !== null && range.length > maxBytes) throw tooLarge()
  const signal = AbortSignal.any([outer, AbortSignal.timeout(timeoutMs)])
  const headers = range === null ? {} : { range: `bytes=${range.start}-${range.start + range.length - 1}` }
  const { answer, url: final } = await get(url, { allowed, signal, headers })
  const isPart = answer.statusCode === 206
  // A server without ranges sends the file from its start.
  let toSkip = range === null || isPart ? 0 : range.start
  const wanted = range?.length ?? Number.POSITIVE_INFINITY
  const chunks: Buffer[] = []
  let length = 0
  try {
    if (isPart && range !== null) checkPart(answer, range)
    for await (const chunk of answer) {
      const bytes = Buffer.from(chunk)
      const own = bytes.subarray(toSkip, toSkip + wanted - length)
      toSkip = Math.max(0, toSkip - bytes.length)
      length += own.length
      if (length > maxBytes) throw tooLarge()
      chunks.push(own)
      if (length >= wanted) break
    }
  } catch (error) {
    throw failureOf(error)
  }
  if (range !== null && length < wanted)
    throw new SourceFailure('A file of the source is shorter than its playlist says.', true)
  return { bytes: Buffer.concat(chunks), url: final }
}

function checkPart({ headers }: IncomingMessage, { start }: ByteRange): void {
  const sent = /^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1]
  if (sent !== undefined && Number(sent) !== start)
    throw new SourceFailure('The source sends another part of a file than the requested one.', true)
}

const tooLarge = () => new SourceFailure('A file of the source is too large.')

export function failureOf(error: unknown): unknown {
  if (error instanceof SourceFailure) return error
  if (error instanceof DownloadFailure) {
    const isTemporary = error.fault === 'failed' || error.fault === 'time-limit'
    return new SourceFailure(`The source cannot be read: ${error.message}.`, isTemporary)
  }
  return new SourceFailure('The connection to the source was lost.', true)
}
