import { activityCalls, progressNote } from '@kinora/contract'
import type { FastifyReply } from 'fastify'
import { can, type Scope } from '../../../platform/auth.ts'
import { outbox } from '../../../platform/database/tables.ts'
import type { Bus } from '../../../platform/events/bus.ts'
import { eventChannel, isCursor, outboxEnd, readOutbox } from '../../../platform/events/outbox.ts'
import { progressChannel } from '../../../platform/events/progress.ts'
import { headerOf, route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { problem } from '../../../platform/problem.ts'
import type { Activity } from '../activity.ts'
import { readTail } from '../logs/log-tail.ts'
import { logChannel } from '../logs/log-writer.ts'
import {
  canSeeVideo,
  keepVisible,
  type ObjectLimit,
  visibleEvents,
  visibleRequests,
} from '../object-limits.ts'
import { requestLogs } from '../tables.ts'
import { canSee } from '../visibility.ts'

const PAGE = 100
/** Per caller and process. */
const MAX_STREAMS = 20
const HEARTBEAT_MS = 15_000
const PENDING_MS = 50
/** A client with more unread data is disconnected. It reconnects and resumes. */
const MAX_BUFFERED_BYTES = 1024 ** 2

/** Streams the environment's events, in order, each once, without gaps over reconnects; also log lines, if the caller
 * may see them. */
export function eventStreamRoute(server: HttpServer, { bus, limits }: Activity): void {
  const open = new Map<() => void, string>()
  server.app.addHook('preClose', async () => {
    for (const close of open.keys()) close()
  })

  route(server, activityCalls.streamEvents, async ({ request, reply, caller }) => {
    const { actor, scope } = caller
    const callerId = actor.kind === 'token' ? actor.tokenId : actor.userId
    const theirs = [...open.values()].filter((each) => each === callerId)
    if (theirs.length >= MAX_STREAMS)
      throw problem('rate-limited', { detail: `At most ${MAX_STREAMS} streams at once` })
    const last = request.headers['last-event-id']
    const end = await outboxEnd(server.db)
    const cursor = typeof last === 'string' && isCursor(last) ? last : end
    startStream(reply)
    const authorize = async () =>
      server.authenticator.scope(
        await server.authenticator.actor(headerOf(request, 'authorization'), false),
        scope.environmentId,
      )
    const close = streamChanges({ server, bus, limits, reply, cursor, logCursor: end, scope, authorize })
    open.set(close, callerId)
    reply.raw.on('close', () => {
      close()
      open.delete(close)
    })
    return undefined
  })
}

function startStream(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  reply.raw.write('retry: 1000\n\n')
}

interface StreamOptions {
  readonly server: HttpServer
  readonly bus: Bus
  readonly limits: readonly ObjectLimit[]
  readonly reply: FastifyReply
  readonly cursor: string
  readonly logCursor: string
  readonly scope: Scope
  /** The caller's current rights. @throws if the caller has no access any more */
  readonly authorize: () => Promise<Scope>
}

/** Whether more is left after a page was sent. */
interface SentPage {
  readonly isFull: boolean
  readonly pending: boolean
}

/** Sends past and new events until the client disconnects or loses its access. */
function streamChanges({ server, bus, limits, reply, authorize, ...start }: StreamOptions): () => void {
  let { cursor, logCursor, scope } = start
  const due = new Set<'events' | 'logs'>()
  let reading = false
  let closed = false
  let timer: NodeJS.Timeout | undefined

  const send = (text: string) => {
    reply.raw.write(text)
    if (reply.raw.writableLength > MAX_BUFFERED_BYTES) reply.raw.destroy()
  }

  const sendEvents = async (): Promise<SentPage> => {
    const { events, pending } = await readOutbox(server.db, scope.environmentId, cursor, PAGE)
    const isVisible = visibleEvents(limits, [scope])
    const shown = new Set(await keepVisible(server.db, outbox, isVisible, events, ({ event }) => event.id))
    for (const entry of events) {
      cursor = entry.cursor
      if (!canSee(scope, entry.event.object.type) || !shown.has(entry)) continue
      const data = { ...entry.event, environment: { id: scope.environmentId, name: scope.environmentName } }
      send(`event: event\nid: ${entry.cursor}\ndata: ${JSON.stringify(data)}\n\n`)
    }
    return { isFull: events.length === PAGE, pending }
  }

  const sendLogs = async (): Promise<SentPage> => {
    if (!can(scope.grants, activityCalls.listLogs.right)) return { isFull: false, pending: false }
    const { lines, pending } = await readTail(server.db, scope.environmentId, logCursor, PAGE)
    const isVisible = visibleRequests(limits, [scope])
    const shown = new Set(await keepVisible(server.db, requestLogs, isVisible, lines, ({ line }) => line.id))
    for (const entry of lines) {
      logCursor = entry.cursor
      if (shown.has(entry)) send(`event: log\ndata: ${JSON.stringify(entry.line)}\n\n`)
    }
    return { isFull: lines.length === PAGE, pending }
  }

  const sendProgress = async (note: string) => {
    if (!canSee(scope, 'asset')) return
    if (scope.filter !== null) {
      const { contentId } = progressNote.parse(JSON.parse(note))
      if (!(await canSeeVideo(server.db, limits, scope, contentId))) return
    }
    if (!closed) send(`event: progress\ndata: ${note}\n\n`)
  }

  const read = async () => {
    if (closed || reading) return
    reading = true
    try {
      while (due.size > 0 && !closed) {
        scope = await authorize()
        for (const kind of [...due]) {
          due.delete(kind)
          const { isFull, pending } = await (kind === 'events' ? sendEvents() : sendLogs())
          if (isFull) due.add(kind)
          if (pending) timer = setTimeout(() => wake(kind), PENDING_MS)
        }
      }
    } catch {
      // The client reconnects with its cursor and misses nothing.
      reply.raw.destroy()
    } finally {
      reading = false
    }
  }
  const wake = (kind: 'events' | 'logs') => {
    due.add(kind)
    void read()
  }

  const isOwnEnvironment = (id: string) => id === '' || id === scope.environmentId
  const stops = [
    bus.subscribe(eventChannel, (id) => isOwnEnvironment(id) && wake('events')),
    bus.subscribe(logChannel, (id) => isOwnEnvironment(id) && wake('logs')),
    bus.subscribe(progressChannel, (payload) => {
      const note = payload.startsWith(`${scope.environmentId} `)
        ? payload.slice(scope.environmentId.length + 1)
        : null
      // Another note follows.
      if (note !== null) void sendProgress(note).catch(() => undefined)
    }),
  ]
  const heartbeat = setInterval(() => {
    send(': still here\n\n')
    wake('events')
  }, HEARTBEAT_MS)
  wake('events')

  return () => {
    if (closed) return
    closed = true
    clearInterval(heartbeat)
    clearTimeout(timer)
    for (const stop of stops) stop()
    reply.raw.end()
  }
}
