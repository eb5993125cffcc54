import { timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Config } from '../../config.ts'
import { problem } from '../../problem.ts'
import { acceptsGzip } from '../compress.ts'
import type { HttpServer } from '../server.ts'

/** Prometheus asks every 15 seconds. */
const CACHE_MS = 5000
/** Requests without the token from one address in a minute. */
const REFUSALS_PER_MINUTE = 60
const compressed = promisify(gzip)

interface Page {
  readonly text: string
  readonly compressed: Buffer
}

/** `/metrics`, for programs that have `METRICS_TOKEN`, or without one for those on this machine. Written at most once in 5 seconds. */
export function serveMetrics(
  { app, clock, limits }: HttpServer,
  { METRICS_TOKEN: token }: Pick<Config, 'METRICS_TOKEN'>,
  write: () => Promise<string>,
): void {
  let kept: { readonly atMs: number; readonly page: Promise<Page> } | null = null

  async function newPage(): Promise<Page> {
    const text = await write()
    return { text, compressed: await compressed(text) }
  }

  function currentPage(): Promise<Page> {
    const atMs = clock.now().getTime()
    if (kept !== null && Math.abs(atMs - kept.atMs) < CACHE_MS) return kept.page
    const next = { atMs, page: newPage() }
    next.page.catch(() => {
      if (kept === next) kept = null
    })
    kept = next
    return next.page
  }

  app.get('/metrics', { config: { perMinute: false } }, async (request, reply) => {
    const isAllowed = token === undefined ? isFromHere(request) : hasToken(request, token)
    if (!isAllowed) {
      await limits.takeByAddress(request, reply, REFUSALS_PER_MINUTE)
      throw problem('metrics-token-missing', {
        detail: 'Metrics need the token of METRICS_TOKEN. Without that setting, only this machine gets them.',
        headers: { 'www-authenticate': 'Bearer' },
      })
    }
    const page = await currentPage()
    reply.type('text/plain; version=0.0.4; charset=utf-8').header('vary', 'accept-encoding')
    if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(page.text)
    return reply.header('content-encoding', 'gzip').send(page.compressed)
  })
}

/** Whether a program on this machine asks. A proxy on this machine does not, if it says for whom it asks. */
function isFromHere({ headers, raw }: FastifyRequest): boolean {
  if (headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined) return false
  const address = raw.socket.remoteAddress ?? ''
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const given = Buffer.from(/^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '')
  const wanted = Buffer.from(token)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
