import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Compressing less saves no packet. */
const MIN_CHARS = 1200
const compressed = promisify(gzip)

/** Compresses JSON for clients that accept it. Uses zlib itself, since Fastify's plugin brings 30 packages along. */
export function compressJson(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, body) => {
    if (typeof body !== 'string' || body.length < MIN_CHARS || !isJson(reply.getHeader('content-type')))
      return body
    reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))
    if (!acceptsGzip(request.headers['accept-encoding'])) return body
    reply.header('content-encoding', 'gzip')
    return compressed(body)
  })
}

function isJson(type: unknown): boolean {
  return typeof type === 'string' && /^application\/(?:[\w.-]+\+)?json\b/.test(type)
}

/** Also for weights, as in `gzip;q=0.5`; `q=0` refuses it. */
export function acceptsGzip(accepted = ''): boolean {
  return accepted
    .split(',')
    .some((each) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i.test(each))
}
