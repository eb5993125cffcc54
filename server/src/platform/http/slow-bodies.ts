import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem } from '../problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take up to the request timeout of the server: a part of an upload over a slow connection. */
    isSlow?: boolean
  }
}

export interface BodyPace {
  /** Time for any body. */
  readonly graceMs: number
  /** Bytes that extend the time by a second. */
  readonly bytesPerS: number
  readonly checkEveryMs: number
}

const pace: BodyPace = { graceMs: 60_000, bytesPerS: 16 * 1024, checkEveryMs: 1000 }

/** Ends requests whose bodies arrive too slowly, so that strangers cannot hold connections open. The headers have a
 * minute by Node's own timeout. */
export function limitSlowBodies(
  app: FastifyInstance,
  { graceMs, bytesPerS, checkEveryMs }: BodyPace = pace,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, routeOptions } = request
    if (routeOptions.config.isSlow !== true && hasBody(request)) {
      const startedAt = performance.now()
      const alreadyRead = raw.socket.bytesRead
      const timer = setInterval(() => {
        if (raw.complete || raw.destroyed) return clearInterval(timer)
        const allowedMs = graceMs + ((raw.socket.bytesRead - alreadyRead) / bytesPerS) * 1000
        if (performance.now() - startedAt <= allowedMs) return
        clearInterval(timer)
        refuse(request, reply.raw.headersSent)
      }, checkEveryMs)
      timer.unref()
      raw.once('close', () => clearInterval(timer))
    }
    done()
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Writes to the socket itself, because Fastify still waits for the body. */
function refuse({ raw, id }: FastifyRequest, isAnswered: boolean): void {
  const { socket } = raw
  if (!isAnswered) {
    const refused = problem('request-too-slow')
    const body = JSON.stringify(refused.body(id))
    const head = [
      `HTTP/1.1 ${refused.status} Request Timeout`,
      'connection: close',
      'content-type: application/problem+json',
      `content-length: ${Buffer.byteLength(body)}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroySoon()
}
