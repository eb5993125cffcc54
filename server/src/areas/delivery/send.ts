import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../../platform/problem.ts'
import type { ByteRange, Storage } from '../../platform/storage/storage.ts'

export const cacheFor = {
  /** Never changes under this address. */
  ever: 'public, max-age=31536000, immutable',
  /** May change soon; caches ask again. */
  seconds: 'public, max-age=2',
  hour: 'public, max-age=3600',
} as const

interface Sent {
  readonly type: string
  readonly cache: string
  /** Without quotes. */
  readonly etag: string
  readonly attachment?: string
}

/** Players on any site may read what is public. */
export const forEveryone = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'content-length, content-range, etag',
  'cross-origin-resource-policy': 'cross-origin',
} as const

/**
 * Answers bytes in memory: ETag, ranges and HEAD included. Past Fastify, in one write: playlists and segments are
 * most of what is ever asked for.
 */
export function sendBytes(request: FastifyRequest, reply: FastifyReply, body: Buffer, sent: Sent): void {
  const range = rangeOf(request, sent.etag, body.length)
  const status = isKnown(request, sent.etag) ? 304 : range === null ? 200 : 206
  const headers = Object.assign(
    reply.getHeaders() as OutgoingHttpHeaders,
    forEveryone,
    { etag: `"${sent.etag}"`, 'cache-control': sent.cache },
    status === 304 ? null : describing(sent, body.length, range),
  )
  const hasBody = status !== 304 && request.method !== 'HEAD'
  const { raw } = reply.hijack()
  raw.writeHead(status, headers)
  raw.end(hasBody ? (range === null ? body : body.subarray(range.start, range.end + 1)) : undefined)
}

/** Answers an object of the storage as a stream. @throws problem not-found */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  key: string,
  sent: Omit<Sent, 'etag'>,
): Promise<FastifyReply> {
  const object = await storage.head(key)
  if (object === null) throw problem('not-found')
  const { etag } = object
  reply.headers({ ...forEveryone, etag: `"${etag}"`, 'cache-control': sent.cache })
  if (isKnown(request, etag)) return reply.code(304).send()
  const range = rangeOf(request, etag, object.size)
  reply.code(range === null ? 200 : 206).headers(describing(sent, object.size, range))
  if (request.method === 'HEAD') return reply.send('')
  const stream = await storage.stream(key, range ?? undefined)
  if (stream === null) throw problem('not-found')
  return reply.send(stream)
}

function describing(sent: Omit<Sent, 'etag'>, size: number, range: ByteRange | null): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {
    'content-type': sent.type,
    'content-length': range === null ? size : range.end - range.start + 1,
    'accept-ranges': 'bytes',
  }
  if (range !== null) headers['content-range'] = `bytes ${range.start}-${range.end}/${size}`
  if (sent.attachment !== undefined) headers['content-disposition'] = dispositionOf(sent.attachment)
  return headers
}

/** Whether the caller has this version already (RFC 9110 13.1.2). */
function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']
  if (known === undefined) return false
  return known === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${etag}"`)
}

/**
 * The one range that is asked for (RFC 9110 14.2), null for the whole. Several ranges are answered as the whole.
 * @throws problem range-not-satisfiable
 */
function rangeOf(request: FastifyRequest, etag: string, size: number): ByteRange | null {
  const { range, 'if-range': ifRange } = request.headers
  if (range === undefined || (ifRange !== undefined && ifRange !== `"${etag}"`)) return null
  const match = /^bytes=(\d*)-(\d*)$/.exec(range.trim())
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [, first = '', last = ''] = match
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start > end || start >= size) {
    throw problem('range-not-satisfiable', { headers: { 'content-range': `bytes */${size}` } })
  }
  return { start, end }
}

/** RFC 6266, with the name's own letters in UTF-8. */
function dispositionOf(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, encodeByte)}`
}

function encodeByte(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`
}
