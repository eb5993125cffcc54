import {
  type AnswerOf,
  type BodyOf,
  type Call,
  messages,
  type ParamsOf,
  type QueryOf,
} from '@kinora/contract'
import { backgroundHeader } from '@kinora/contract/background-header'
import { issueMessage } from '@kinora/contract/issue-message'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { type Actor, can, type OrganizationScope, type Person, type Scope } from '../auth.ts'
import { type Problem, problem } from '../problem.ts'
import { withRequester } from '../turns/requester.ts'
import type { Task } from '../workers/workers.ts'
import { type Decision, decide } from './access.ts'
import { withIdempotency } from './idempotency.ts'
import { parseInput, refuseUnknown } from './parse-input.ts'
import { convertStrings, unknownParameters } from './query.ts'
import { noteRefusal } from './refusals.ts'
import type { HttpServer, RequestCaller } from './server.ts'

type ActorOf<C extends Call> = C['caller'] extends 'none'
  ? null
  : C extends { caller: 'environment'; isSensitive?: never }
    ? Actor
    : Person
type ScopeOf<C extends Call> = C['caller'] extends 'environment'
  ? Scope
  : C['caller'] extends 'organization'
    ? OrganizationScope
    : null

/** Parsed input and the authorized caller. */
export interface CallRequest<C extends Call, B = BodyOf<C>> {
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly body: B
  readonly caller: {
    readonly actor: ActorOf<C>
    readonly scope: ScopeOf<C>
    readonly scopes: readonly Scope[]
  }
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Returns the response body, the reply if the handler has sent it, or undefined if the call returns nothing or a
 * file. */
type Handler<C extends Call, B> = (asked: CallRequest<C, B>) => Promise<AnswerOf<C> | FastifyReply>

interface RouteOptions<C extends Call, B> {
  /** Whether requests count against the limits for one address. */
  readonly isLimited?: boolean
  /** Runs in a worker on the parsed body, if that takes long. The handler gets its result. */
  readonly prepareBody?: Task<BodyOf<C>, B>
}

/** Serves a call of the contract: authenticates, authorizes and parses before it runs the handler. */
export function route<C extends Call, B = BodyOf<C>>(
  server: HttpServer,
  call: C,
  handler: Handler<C, B>,
  { isLimited = true, prepareBody }: RouteOptions<C, B> = {},
): void {
  server.routed.add(call)
  server.app.route({
    // Files also support HEAD.
    method: call.kind === 'file' ? ['GET', 'HEAD'] : call.method,
    url: call.path,
    ...(call.maxBodyBytes !== undefined && { bodyLimit: call.maxBodyBytes }),
    config: { perMinute: isLimited && (call.perMinute ?? null), call, ...(prepareBody && { prepareBody }) },
    exposeHeadRoute: false,
    // Before the body is read, so that bodies of strangers take no memory.
    ...(call.caller !== 'none' && { onRequest: (request, reply) => authorize(server, call, request, reply) }),
    handler: async (request, reply) => {
      const caller =
        call.caller === 'none'
          ? anonymous
          : (request.caller ?? (await callerOf(server, call, request, reply)))
      const asked = await withoutHiddenIds(server, call, inputOf<C, B>(call, caller, request, reply))
      const environmentId = isEnvironment(caller.scope) ? caller.scope.environmentId : null
      const requester = {
        environmentId,
        address: request.ip,
        userAgent: headerOf(request, 'user-agent') ?? null,
        isPerson: asked.caller.actor?.kind === 'person',
      }
      const answered = () => withRequester(requester, () => handler(asked))
      if (call.kind === 'file') {
        await answered()
        return reply
      }
      const work = async () => ({ status: call.status, body: await answered() })
      // Keys belong to callers, so requests without a session ignore them.
      const key = request.headers['idempotency-key']
      const answer =
        call.method === 'POST' && typeof key === 'string' && asked.caller.actor !== null
          ? await withIdempotency(
              server,
              { key, actor: asked.caller.actor, request, isSensitive: call.isSensitive === true },
              work,
            )
          : await work()
      if (reply.sent || isStream(call)) return reply
      reply.code(answer.status)
      return call.kind === 'empty' ? reply.send() : answer.body
    },
  })
}

/** Whether the response goes on until the client disconnects. */
const isStream = ({ kind }: Call) => kind === 'events' || kind === 'frames'

const anonymous: RequestCaller = { actor: null, scope: null, scopes: [] }

/** Authorizes the caller. If the tenant is in the body, only authenticates at first. */
async function authorize(
  server: HttpServer,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (call.tenantIn === 'body') await actorOf(server, request)
  else await callerOf(server, call, request, reply)
}

/** The caller and scope, whose request is counted. @throws problem if the call is not allowed, rate-limited */
async function callerOf(
  server: HttpServer,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RequestCaller> {
  const isCountedHere = call.caller === 'environment' && request.routeOptions.config.perMinute === null
  if (!isCountedHere) return allowedCaller(server, call, request)
  const caller = await allowedCaller(server, call, request).catch(async (error: unknown) => {
    // Refused callers are counted by address, so that nobody can guess without limit.
    await server.limits.takeByAddress(request, reply, null)
    throw error
  })
  const { scope } = caller
  if (scope !== null && 'environmentId' in scope)
    await server.limits.takeByEnvironment(reply, scope.environmentId)
  return caller
}

async function allowedCaller(
  server: HttpServer,
  call: Call,
  request: FastifyRequest,
): Promise<RequestCaller> {
  const actor = await actorOf(server, request)
  request.caller = { actor, scope: null, scopes: [] }
  assertAllowed(decide(call, actor, 'unknown'))
  const { across, scope } = await tenantFor(server, call, actor, request).catch((error: unknown) => {
    noteRefusal(server.authenticator, request, actor, error)
    throw error
  })
  request.caller = { actor, scope, scopes: across ?? (isEnvironment(scope) ? [scope] : []) }
  assertAllowed(decide(call, actor, scope))
  return request.caller
}

async function actorOf({ authenticator }: HttpServer, request: FastifyRequest): Promise<Actor> {
  const { call } = request.routeOptions.config
  const isUse = !(call && isStream(call)) && headerOf(request, backgroundHeader) === undefined
  return authenticator.actor(headerOf(request, 'authorization'), isUse).catch((error: unknown) => {
    if (headerOf(request, 'authorization')) noteRefusal(authenticator, request, null, error)
    throw error
  })
}

async function tenantFor(server: HttpServer, call: Call, actor: Actor, request: FastifyRequest) {
  const across = await scopesAcross(server, call, actor, request)
  return {
    across,
    scope: across === null ? await scopeFor(server, call, actor, request) : (across[0] ?? null),
  }
}

function assertAllowed(decision: Decision): void {
  if (decision !== 'allowed') throw problem(decision)
}

const isEnvironment = (scope: OrganizationScope | Scope | null): scope is Scope =>
  scope !== null && 'environmentId' in scope

/** The environments of a call for a whole organization in which the caller has the right, or the first one without it. Null for
 * other calls. */
async function scopesAcross(
  { authenticator }: HttpServer,
  call: Call,
  actor: Actor,
  request: FastifyRequest,
): Promise<readonly Scope[] | null> {
  if (call.caller !== 'environment' || !call.allowsOrganization) return null
  const given = record(request.query)
  const isData = call.tenantIn === 'header-or-query'
  const organization = isData ? 'organisation' : 'organizationId'
  const isNamed = given.environment || (isData && (given.envKey || headerOf(request, 'environment-id')))
  if (!given[organization] || isNamed) return null
  const scopes = await authenticator.environments(actor, idIn(request.query, 'query', organization))
  const { right } = call
  const allowed = scopes.filter(({ grants }) => right === undefined || can(grants, right))
  return allowed.length > 0 ? allowed : scopes.slice(0, 1)
}

async function scopeFor(
  { authenticator }: HttpServer,
  call: Call,
  actor: Actor,
  request: FastifyRequest,
): Promise<OrganizationScope | Scope | null> {
  if (call.caller === 'environment') {
    const envKey = call.tenantIn === 'header-or-query' ? record(request.query).envKey : undefined
    const environmentId = envKey
      ? await environmentOf(authenticator, String(envKey))
      : tenantOf(call, request)
    if (environmentId === undefined && actor.kind === 'person') throw missingHeader()
    const scope = await authenticator.scope(actor, environmentId)
    if (call.tenantIn === 'header-or-query' && record(request.query).organisation) {
      const named = idIn(request.query, 'query', 'organisation')
      if (named !== scope.organizationId) throw problem('not-found')
    }
    return scope
  }
  if (call.caller === 'organization' && actor.kind === 'person')
    return authenticator.organization(actor, tenantOf(call, request))
  return null
}

/** @throws problem not-found */
async function environmentOf(authenticator: HttpServer['authenticator'], envKey: string): Promise<string> {
  const id = await authenticator.environmentOfKey(envKey)
  if (id === null) throw problem('not-found')
  return id
}

/** ID of the organization or environment in the request. @throws problem request-invalid if it is malformed */
function tenantOf(call: Call, request: FastifyRequest): string | undefined {
  switch (call.tenantIn ?? (call.caller === 'environment' ? 'header' : 'path')) {
    case 'header':
      return headerOf(request, 'environment-id')
    case 'path':
      return idIn(request.params, 'params', 'id')
    case 'header-or-query':
      return record(request.query).environment
        ? idIn(request.query, 'query', 'environment')
        : headerOf(request, 'environment-id')
    case 'query':
      return idIn(request.query, 'query', 'organizationId')
    case 'body':
      return idIn(bodyOf(request), 'body', 'organizationId')
  }
}

function missingHeader(): Problem {
  return problem('request-invalid', {
    detail: 'The environment-id header is missing',
    errors: [{ path: 'header.environment-id', message: messages.required }],
  })
}

function idIn(input: unknown, where: string, field: string): string {
  const id = z.uuid().safeParse(record(input)[field], { error: issueMessage })
  if (id.success) return id.data
  throw problem('request-invalid', {
    errors: id.error.issues.map(({ message }) => ({ path: `${where}.${field}`, message })),
  })
}

function inputOf<C extends Call, B>(
  call: C,
  caller: RequestCaller,
  request: FastifyRequest,
  reply: FastifyReply,
): CallRequest<C, B> {
  const params = call.params && parseParams(call.params, request, call)
  const given = record(request.query)
  refuseUnknown(unknownParameters(call.query, given))
  const query = call.query && parseInput(call.query, convertStrings(call.query, given), 'query')
  const isParsed = request.readBody !== null
  const body = isParsed
    ? bodyOf(request)
    : call.body && parseInput(call.body, request.body === undefined ? {} : request.body, 'body')
  // The only place where parsed input gets the types of the call.
  return { params, query, body, caller, request, reply } as CallRequest<C, B>
}

/** If the role of the caller is limited to some videos, the area decides which IDs they can use. */
async function withoutHiddenIds<C extends Call, B>(
  { hideIds }: HttpServer,
  call: C,
  asked: CallRequest<C, B>,
): Promise<CallRequest<C, B>> {
  if (hideIds === undefined) return asked
  let shown = asked
  for (const scope of asked.caller.scopes) {
    if (scope.filter === null) continue
    const { params, query, body } = shown
    // The types stay, because only IDs change.
    shown = { ...asked, ...(await hideIds(call, scope, { params, query, body })) } as CallRequest<C, B>
  }
  return shown
}

/** The body as parsed by a worker, or as JSON. */
function bodyOf({ readBody, body }: FastifyRequest): unknown {
  return readBody !== null && 'value' in readBody.result ? readBody.result.value : body
}

/** A malformed path parameter of a file or of a public call is a 404. */
function parseParams(schema: NonNullable<Call['params']>, request: FastifyRequest, call: Call): unknown {
  try {
    return parseInput(schema, convertStrings(schema, record(request.params)), 'params')
  } catch (error) {
    throw call.caller === 'none' || call.kind === 'file' ? problem('not-found') : error
  }
}

export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
