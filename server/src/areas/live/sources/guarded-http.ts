import type { IncomingMessage } from 'node:http'
import { DownloadFailure, getGuarded } from '../../../platform/net/download.ts'
import { SourceFailure } from './source-failure.ts'

export interface HttpOptions {
  /** Allowed private networks (CIDRs). */
  readonly allowed: readonly string[]
  readonly signal: AbortSignal
}

/** Requests a URL. Checks every redirect, and connects only to checked addresses. @throws SourceFailure */
export async function get(
  url: URL,
  options: HttpOptions,
): Promise<{ readonly answer: IncomingMessage; readonly url: URL }> {
  try {
    return await getGuarded(url, options)
  } catch (error) {
    throw failureOf(error)
  }
}

/** Reads a body of at most `maxBytes`. @throws SourceFailure */
export async function getBytes(
  url: URL,
  options: HttpOptions,
  maxBytes: number,
): Promise<{ readonly bytes: Buffer; readonly url: URL }> {
  const { answer, url: final } = await get(url, options)
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of answer) {
      const bytes = Buffer.from(chunk)
      length += bytes.length
      if (length > maxBytes) throw new SourceFailure('A file of the source is too large.')
      chunks.push(bytes)
    }
  } catch (error) {
    throw failureOf(error)
  }
  return { bytes: Buffer.concat(chunks), url: final }
}

export function failureOf(error: unknown): unknown {
  if (error instanceof SourceFailure) return error
  if (error instanceof DownloadFailure)
    return new SourceFailure(`The source cannot be read: ${error.message}.`)
  return new SourceFailure('The connection to the source was lost.')
}
