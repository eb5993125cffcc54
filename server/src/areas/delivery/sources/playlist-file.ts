import { createHash } from 'node:crypto'
import type { CacheRule } from './cache-rules.ts'

/** A complete playlist. */
export interface PlaylistFile {
  readonly text: string
  readonly sizeBytes: number
  /** Without quotes. */
  readonly etag: string
  readonly cache: CacheRule
}

/** @param facts ETag and size, if the caller already knows them */
export function playlistFile(
  text: string,
  cache: CacheRule,
  facts?: Pick<PlaylistFile, 'etag' | 'sizeBytes'>,
): PlaylistFile {
  return { text, cache, ...(facts ?? { etag: etagOf(text), sizeBytes: Buffer.byteLength(text) }) }
}

export function etagOf(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}
