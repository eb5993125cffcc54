import type { OutgoingHttpHeaders } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { attachmentNamed } from '../../../platform/http/attachment.ts'
import { publicHeaders } from '../../../platform/http/cross-origin.ts'
import { problem } from '../../../platform/problem.ts'
import type { ByteRange, Storage } from '../../../platform/storage/storage.ts'
import type { CacheRule } from '../sources/cache-rules.ts'

/** The `Cache-Control` of a response.
 * @param privateCache set for restricted content: only the viewer's own cache may keep it, until `until` */
export function cacheHeader(
  rule: CacheRule,
  privateCache: { readonly until: Date; readonly now: Date } | null,
): string {
  if (rule === 'never') return 'private, no-store'
  if (privateCache !== null) {
    const leftS = Math.floor((privateCache.until.getTime() - privateCache.now.getTime()) / 1000)
    const mostS = rule === 'forever' ? MAX_PRIVATE_S : rule.maxAgeS
    return `private, max-age=${Math.max(0, Math.min(mostS, leftS))}`
  }
  if (rule === 'forever') return 'public, max-age=31536000, immutable'
  const stale = rule.staleS === undefined ? '' : `, stale-while-revalidate=${rule.staleS}`
  return `public, max-age=${rule.maxAgeS}${stale}`
}

const MAX_PRIVATE_S = 3600

/** Restricted content can be allowed on one page and not on another. */
export const varyByReferrer = 'referer, origin'

function isPrivate(cache: string): boolean {
  return cache.startsWith('private')
}

interface Sent {
  readonly type: string
  readonly cache: string
  /** Without quotes. */
  readonly etag: string
  readonly attachment?: string
  /** The origin whose pages can read it; null for none. Pages of all sites can if it is missing. */
  readonly readableBy?: string | null
}

/** Sends bytes from memory, directly to the socket, with ETag, ranges and HEAD. */
export function sendBytes(request: FastifyRequest, reply: FastifyReply, body: Buffer, sent: Sent): void {
  const { raw, part } = startBytes(request, reply, body, sent)
  raw.end(part)
}

/** Share of the bytes that a client has to request so that it counts as having got them. */
const COUNTED_SHARE = 0.5
/** Time in which a client that goes away during the transfer is noticed, because the system buffers what is sent. */
const NOTICE_MS = 20

/** Sends like `sendBytes`, and calls `onDelivered` before the last byte. If it fails or the process ends, the client gets no complete
 * response and requests again. Not called if the client has the bytes already, wants few of them, or goes away. */
export async function sendCountedBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
  sent: Sent,
  onDelivered: () => Promise<void>,
): Promise<void> {
  const { raw, part } = startBytes(request, reply, body, sent)
  if (part === undefined || part.length < body.length * COUNTED_SHARE) return void raw.end(part)
  const isWritten = await new Promise<boolean>((resolve) => {
    raw.once('close', () => resolve(false))
    raw.write(part.subarray(0, -1), (error) => resolve(!error))
  })
  if (isWritten) await pause(NOTICE_MS)
  if (!isWritten || raw.destroyed || raw.socket?.destroyed) return
  try {
    await onDelivered()
    raw.end(part.subarray(-1))
  } catch (err) {
    request.log.error({ err }, 'the delivery of a segment cannot be counted')
    raw.destroy()
  }
}

/** Sends the headers of bytes from memory. The part is undefined if there is nothing to send. */
function startBytes(request: FastifyRequest, reply: FastifyReply, body: Buffer, sent: Sent) {
  reply.headers(validatorHeaders(sent))
  const isCurrent = isNotModified(request, sent.etag)
  const range = isCurrent ? null : rangeOf(request, sent.etag, body.length)
  if (!isCurrent) reply.headers(contentHeaders(sent, body.length, range))
  const part = range === null ? body : body.subarray(range.start, range.end + 1)
  const { raw } = reply.hijack()
  raw.writeHead(isCurrent ? 304 : statusOf(range), reply.getHeaders() as OutgoingHttpHeaders)
  return { raw, part: isCurrent || request.method === 'HEAD' ? undefined : part }
}

/** Streams an object of the storage. @throws problem not-found */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  key: string,
  sent: Omit<Sent, 'etag'>,
): Promise<FastifyReply> {
  const object = await storage.head(key)
  if (object === null) throw problem('not-found')
  const { etag, size } = object
  reply.headers(validatorHeaders({ ...sent, etag }))
  if (isNotModified(request, etag)) return reply.code(304).send()
  const range = rangeOf(request, etag, size)
  reply.code(statusOf(range)).headers(contentHeaders(sent, size, range))
  if (request.method === 'HEAD') return reply.send('')
  const stream = await storage.stream(key, range ?? undefined)
  if (stream === null) throw problem('not-found')
  return reply.send(stream)
}

function validatorHeaders({ etag, cache, readableBy }: Pick<Sent, 'etag' | 'cache' | 'readableBy'>) {
  const own = { ...headersFor(readableBy), etag: `"${etag}"`, 'cache-control': cache }
  return isPrivate(cache) ? { ...own, vary: varyByReferrer } : own
}

function headersFor(readableBy: string | null | undefined): OutgoingHttpHeaders {
  if (readableBy === undefined) return publicHeaders
  return readableBy === null ? {} : { ...publicHeaders, 'access-control-allow-origin': readableBy }
}

function statusOf(range: ByteRange | null): 200 | 206 {
  return range === null ? 200 : 206
}

function contentHeaders(
  sent: Omit<Sent, 'etag'>,
  size: number,
  range: ByteRange | null,
): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {
    'content-type': sent.type,
    'content-length': range === null ? size : range.end - range.start + 1,
    'accept-ranges': 'bytes',
  }
  if (range !== null) headers['content-range'] = `bytes ${range.start}-${range.end}/${size}`
  if (sent.attachment !== undefined) headers['content-disposition'] = attachmentNamed(sent.attachment)
  return headers
}

/** Whether the client already has this version (RFC 9110 13.1.2). */
export function isNotModified(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']
  if (known === undefined) return false
  return known === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${etag}"`)
}

/** The requested range (RFC 9110 14.2), or null for the whole. Requests for several ranges get the whole.
 * @throws problem range-not-satisfiable */
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
