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
export function openToAll(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*')
  reply.header('access-control-expose-headers', 'content-length, content-range, etag')
  reply.header('cross-origin-resource-policy', 'cross-origin')
}

/** Answers bytes in memory: ETag, ranges and HEAD included. */
export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
  sent: Sent,
): FastifyReply {
  if (isUnchanged(request, reply, sent)) return reply.code(304).send()
  const range = rangeOf(request, sent.etag, body.length)
  describe(reply, sent, body.length, range)
  const part = range === null ? body : body.subarray(range.start, range.end + 1)
  return reply.send(request.method === 'HEAD' ? '' : part)
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
  const known = { ...sent, etag: object.etag }
  if (isUnchanged(request, reply, known)) return reply.code(304).send()
  const range = rangeOf(request, object.etag, object.size)
  describe(reply, known, object.size, range)
  if (request.method === 'HEAD') return reply.send('')
  const stream = await storage.stream(key, range ?? undefined)
  if (stream === null) throw problem('not-found')
  return reply.send(stream)
}

function describe(reply: FastifyReply, sent: Sent, size: number, range: ByteRange | null): void {
  const length = range === null ? size : range.end - range.start + 1
  reply.type(sent.type).header('accept-ranges', 'bytes').header('content-length', length)
  if (sent.attachment !== undefined) reply.header('content-disposition', attachment(sent.attachment))
  if (range !== null) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
}

function isUnchanged(request: FastifyRequest, reply: FastifyReply, { etag, cache }: Sent): boolean {
  openToAll(reply)
  reply.header('etag', `"${etag}"`).header('cache-control', cache)
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
function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, encodeByte)}`
}

function encodeByte(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`
}
