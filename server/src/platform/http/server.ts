import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Call, ProblemBody } from '@kinora/contract'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Actor, Authenticator, OrganizationScope, Scope } from '../auth.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { Problem, problem } from '../problem.ts'
import type { Workers } from '../workers/workers.ts'
import { readJsonBodies } from './body-reader.ts'
import { compressJson } from './compress.ts'
import { type OpenKind, type OpenPaths, openPaths } from './cross-origin.ts'
import { hostCheck } from './known-hosts.ts'
import { type RateLimits, rateLimits } from './rate-limits.ts'
import { limitSlowBodies } from './slow-bodies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests per minute from one address: null for the default limit, which is that of the environment for calls in
     * one; false for no limit. */
    perMinute?: number | null | false
    /** The contract call of the route. */
    call?: Call
  }
  interface FastifyRequest {
    /** Caller and scope, once known. */
    caller: RequestCaller | null
  }
}

export interface RequestCaller {
  readonly actor: Actor | null
  readonly scope: OrganizationScope | Scope | null
  /** Environments that the call covers: that of the scope, or all of an organization in which the caller has the right. */
  readonly scopes: readonly Scope[]
}

export interface HttpServer {
  readonly app: FastifyInstance
  readonly authenticator: Authenticator
  readonly db: Database
  readonly clock: Clock
  readonly limits: RateLimits
  /** Calls with a route. */
  readonly routed: Set<Call>
  /** For the routes of an area with hidden objects: makes their IDs in a parsed request unknown to the handler. */
  readonly hideIds?: HideIds
  /** Answers some requests immediately, without hooks, limits and routing. There is one shortcut. */
  setShortcut(shortcut: Shortcut): void
  /** Allows pages of any site to read every response under a path such as `/play/`, including errors. */
  open(path: string, kind?: OpenKind): void
  /** Serves a path on the origin of the pages for viewers too (`EMBED_ORIGIN`). */
  forViewers(path: string): void
}

/** The parsed input of a call. */
export interface CallInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

export type HideIds = (call: Call, scope: Scope, input: CallInput) => Promise<CallInput>

/** Answers a request and returns the route for the metrics, or null if it does not handle the request. */
export type Shortcut = (request: IncomingMessage, response: ServerResponse, id: string) => string | null

const BODY_LIMIT_BYTES = 1024 ** 2
/** Maximum time for a part of an upload over a slow connection. Idle sockets are closed much earlier, and other bodies
 * have less time (`slow-bodies.ts`). */
const REQUEST_TIMEOUT_MS = 30 * 60_000
const IDLE_TIMEOUT_MS = 120_000
const KEEP_ALIVE_MS = 72_000

/** Default response headers. */
export const defaultHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
}

/** The web server without its routes: IDs, logs, limits, headers, and one format for all errors. */
export function createHttpServer(options: {
  config: Config
  log: Logger
  db: Database
  clock: Clock
  metrics: Metrics
  workers: Workers
  authenticator: Authenticator
}): HttpServer {
  const { config, log, db, clock, metrics, workers, authenticator } = options
  const newId = requestIds()
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    genReqId: newId,
    // A child logger per request would cost more than sending a playlist, so log lines name the request instead.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    trustProxy: (_address, hop) => hop < config.TRUST_PROXY,
    return503OnClosing: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply, paths),
  })
  const paths = openPaths(app)
  if (config.PUBLIC_URL?.startsWith('https:')) requireHttps(app)

  readJsonBodies(app, workers)
  compressJson(app)
  app.decorateRequest('caller', null)
  limitSlowBodies(app)
  const checkHost = hostCheck(config, paths.isForViewers)
  const limits = rateLimits(db, clock)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(defaultHeaders).header('x-request-id', request.id)
    const { perMinute, call } = request.routeOptions.config
    const wrongHost = checkHost(request.raw)
    if (wrongHost !== null) return done(wrongHost)
    if (request.url.includes('%00')) {
      done(problem('request-malformed', { detail: 'Text must not contain NUL' }))
      return
    }
    // Responses with our own files and pages omit rate limit headers: a screen consists of many.
    const isFile = perMinute === undefined && request.routeOptions.url !== undefined
    // Calls in an environment are counted there, once it is known.
    const isCountedLater = perMinute === null && call?.caller === 'environment'
    if (perMinute === false || isFile || isCountedLater) return done()
    limits.takeByAddress(request, reply, perMinute ?? null).then(() => done(), done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    metrics.noteResponse({
      method: request.method,
      route: routeOf(request),
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
    log.debug(
      {
        requestId: request.id,
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
    done()
  })
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, paths))
  app.setNotFoundHandler((request, reply) => sendError(problem('not-found'), request, reply, paths))
  const setShortcut = (shortcut: Shortcut) =>
    installShortcut(app, metrics, newId, (request, ...given) =>
      checkHost(request) === null ? shortcut(request, ...given) : null,
    )
  return {
    app,
    authenticator,
    db,
    clock,
    limits,
    routed: new Set(),
    setShortcut,
    open: paths.open,
    forViewers: paths.forViewers,
  }
}

/** A random prefix per server and a counter: a random ID per request takes as long as finding a playlist. */
function requestIds(): () => string {
  const mine = `req_${randomBytes(8).toString('hex')}`
  let count = 0
  return () => {
    count += 1
    return mine + count.toString(16).padStart(16, '0')
  }
}

/** Lets browsers use https only from the first response on (RFC 6797). */
function requireHttps(app: FastifyInstance): void {
  app.server.prependListener('request', (_request, response) => {
    response.setHeader('strict-transport-security', 'max-age=31536000')
  })
}

function installShortcut(
  app: FastifyInstance,
  metrics: Metrics,
  newId: () => string,
  shortcut: Shortcut,
): void {
  const routed = app.server.listeners('request').at(-1)
  if (routed === undefined) throw new Error('the web server does not listen to requests')
  app.server.off('request', routed as (...given: unknown[]) => void)
  app.server.on('request', (request, response) => {
    // Refuses requests while the server closes.
    const route = app.server.listening ? shortcut(request, response, newId()) : null
    if (route === null) routed.call(app.server, request, response)
    else metrics.countFromMemory(route)
  })
}

async function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  paths: OpenPaths,
): Promise<void> {
  const known = asProblem(error, request.routeOptions.bodyLimit ?? BODY_LIMIT_BYTES)
  // A problem that a handler throws is a refusal, which strangers can cause at will.
  if (known.status >= 500 && known !== error)
    request.log.error({ err: error, requestId: request.id, route: routeOf(request) }, 'a request failed')
  if (reply.raw.headersSent) {
    reply.raw.destroy()
    return
  }
  const body: ProblemBody = known.body(request.id)
  await reply
    .code(known.status)
    .headers({ ...paths.headersFor(request.url), ...known.extra.headers })
    .type('application/problem+json')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(body)
}

function asProblem(error: unknown, bodyLimitBytes: number): Problem {
  if (error instanceof Problem) return error
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  switch (status) {
    case 400:
      return problem('request-malformed', { detail: error instanceof Error ? error.message : '' })
    case 404:
      return problem('not-found')
    case 413:
      return problem('body-too-large', { detail: `A request can have at most ${bodyLimitBytes} bytes` })
    case 415:
      return problem('media-type-unsupported')
    case 503:
      return problem('unavailable')
    default:
      return problem('internal')
  }
}

/** The path as declared: given ones can contain keys and signatures. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none'
}
