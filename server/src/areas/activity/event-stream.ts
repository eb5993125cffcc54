import { activityCalls } from '@kinora/contract'
import type { FastifyReply } from 'fastify'
import { can, type Scope } from '../../platform/auth.ts'
import type { Bus } from '../../platform/bus.ts'
import { headerOf, route } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { isCursor, outboxEnd, readOutbox } from '../../platform/outbox.ts'

const PAGE = 100
const HEARTBEAT_MS = 15_000
const PENDING_MS = 50
/** A reader that lets this much pile up is cut off; it comes back and resumes. */
const MAX_BUFFERED_BYTES = 1024 ** 2

/** Serves the environment's events to the console, each once, in order, without a gap over reconnects. */
export function eventStreamRoute(server: HttpServer, bus: Bus): void {
  const open = new Set<() => void>()
  server.app.addHook('preClose', async () => {
    for (const close of open) close()
  })

  route(server, activityCalls.streamEvents, async ({ scope, request, reply }) => {
    const last = request.headers['last-event-id']
    const cursor = typeof last === 'string' && isCursor(last) ? last : await outboxEnd(server.db)
    begin(reply)
    const authorise = async () =>
      server.authenticator.scope(
        await server.authenticator.actor(headerOf(request, 'authorization')),
        scope.environmentId,
      )
    const close = follow({ server, bus, reply, cursor, scope, authorise })
    open.add(close)
    reply.raw.on('close', () => {
      close()
      open.delete(close)
    })
    return undefined
  })
}

function begin(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  reply.raw.write('retry: 1000\n\n')
}

interface Following {
  readonly server: HttpServer
  readonly bus: Bus
  readonly reply: FastifyReply
  readonly cursor: string
  readonly scope: Scope
  /** What the caller may see now. @throws when that is nothing any more */
  readonly authorise: () => Promise<Scope>
}

/** Sends what has happened and what happens, until the reader goes or may no longer see it. */
function follow({ server, bus, reply, authorise, ...start }: Following): () => void {
  let { cursor, scope } = start
  let reading = false
  let again = false
  let closed = false
  let timer: NodeJS.Timeout | undefined

  const send = (text: string) => {
    reply.raw.write(text)
    if (reply.raw.writableLength > MAX_BUFFERED_BYTES) reply.raw.destroy()
  }

  const read = async () => {
    if (closed) return
    if (reading) {
      again = true
      return
    }
    reading = true
    try {
      do {
        again = false
        scope = await authorise()
        const page = await readOutbox(server.db, scope.environmentId, cursor, PAGE)
        for (const entry of page.events) {
          cursor = entry.cursor
          if (!maySee(scope, entry.event.object.type)) continue
          const data = {
            ...entry.event,
            environment: { id: scope.environmentId, name: scope.environmentName },
          }
          send(`event: event\nid: ${entry.cursor}\ndata: ${JSON.stringify(data)}\n\n`)
        }
        if (page.events.length === PAGE) again = true
        if (page.pending) timer = setTimeout(wake, PENDING_MS)
      } while (again && !closed)
    } catch {
      // The reader reconnects with its cursor and misses nothing.
      reply.raw.destroy()
    } finally {
      reading = false
    }
  }
  const wake = () => void read()

  const stopEvents = bus.subscribe('events', (environmentId) => {
    if (environmentId === '' || environmentId === scope.environmentId) wake()
  })
  const stopProgress = bus.subscribe('progress', (payload) => {
    const note = payload.startsWith(`${scope.environmentId} `)
      ? payload.slice(scope.environmentId.length + 1)
      : null
    if (note !== null && maySee(scope, 'asset')) send(`event: progress\ndata: ${note}\n\n`)
  })
  const heartbeat = setInterval(() => {
    send(': still here\n\n')
    wake()
  }, HEARTBEAT_MS)
  wake()

  return () => {
    if (closed) return
    closed = true
    clearInterval(heartbeat)
    clearTimeout(timer)
    stopEvents()
    stopProgress()
    reply.raw.end()
  }
}

function maySee(scope: Scope, objectType: string): boolean {
  return objectType === 'environment' || can(scope.grants, ['Videos', 'Video', 'read'])
}
