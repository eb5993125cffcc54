import { activityCalls, type Call, cutText, logBodyLimit } from '@kinora/contract'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Actor, OrganizationScope, Scope } from '../../../platform/auth.ts'
import type { Clock } from '../../../platform/clock.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { bodyText, withoutSecrets } from './log-text.ts'
import type { LogEntry, LogWriter } from './log-writer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The response body before serialization. */
    answer: unknown
  }
}

const MAX_URL = 2000

/** Calls that read events and logs are not logged: their own entries would fill the list. */
const unrecorded = new Set<Call>([
  activityCalls.listEvents,
  activityCalls.getEvent,
  activityCalls.getEventVolume,
  activityCalls.listLogs,
  activityCalls.getLogVolume,
  activityCalls.getLog,
])

/** Logs requests of calls in an environment or organization. Must be registered before the routes. */
export function recordRequests({ app, clock }: HttpServer, writer: LogWriter): void {
  app.decorateRequest('answer', null)
  app.addHook('preSerialization', (request, _reply, payload, done) => {
    request.answer = payload
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { call } = request.routeOptions.config
    const { actor = null, scope = null } = request.caller ?? {}
    if (call !== undefined && scope !== null && isRecorded(call))
      writer.add(
        entryOf(request, { call, actor, scope, clock, status: reply.statusCode, ms: reply.elapsedTime }),
      )
    done()
  })
}

function isRecorded(call: Call): boolean {
  return call.kind !== 'file' && call.kind !== 'events' && !unrecorded.has(call)
}

interface HandledRequest {
  readonly call: Call
  readonly actor: Actor | null
  readonly scope: OrganizationScope | Scope
  readonly clock: Clock
  readonly status: number
  readonly ms: number
}

function entryOf(
  request: FastifyRequest,
  { call, actor, scope, clock, status, ms }: HandledRequest,
): LogEntry {
  const now = clock.now()
  const text = (body: unknown) => (call.isSensitive ? null : bodyText(body, logBodyLimit, request.host))
  return {
    id: uuidv7(now.getTime()),
    scope_id: 'environmentId' in scope ? scope.environmentId : scope.organizationId,
    created_at: now.toISOString(),
    method: request.method,
    url: cutText(withoutSecrets(request.url), MAX_URL),
    status,
    took_ms: Math.round(ms * 10) / 10,
    actor_kind: actor?.kind ?? null,
    actor_id: actor === null ? null : actor.kind === 'person' ? actor.userId : actor.tokenId,
    actor_name: actor?.name ?? null,
    impersonator: actor?.kind === 'person' ? (actor.impersonatedBy?.name ?? null) : null,
    description: descriptionOf(request.answer, call, status),
    request_id: request.id,
    address: request.ip,
    object_id: objectIdOf(request, call),
    request_body: text(request.body),
    response_body: text(request.answer),
  }
}

function descriptionOf(answer: unknown, { summary }: Call, status: number): string {
  if (status < 400) return summary
  const { title, detail } = fieldsOf(answer)
  if (typeof title !== 'string') return summary
  return typeof detail === 'string' ? `${title}: ${withoutSecrets(detail).toWellFormed()}` : title
}

const uuid = z.uuid()

/** The object of a request: named in the path, or created by it. */
function objectIdOf({ answer, params }: FastifyRequest, { caller, tenantIn }: Call): string | null {
  const { contentId, id: made } = fieldsOf(answer)
  const { id, ...inner } = fieldsOf(params)
  const isTenant = (tenantIn ?? (caller === 'organization' ? 'path' : 'header')) === 'path'
  const named = isTenant ? Object.values(inner).at(-1) : id
  return [contentId, named, made].map((each) => uuid.safeParse(each).data).find(isDefined) ?? null
}

function isDefined(id: string | undefined): boolean {
  return id !== undefined
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
