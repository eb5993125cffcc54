import type { ProblemId } from '@kinora/contract'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Actor, Authenticator } from '../auth.ts'
import { Problem } from '../problem.ts'

/** Problems of a credential, and of a tenant that the caller may not see. */
const recordedProblems: readonly ProblemId[] = [
  'session-missing',
  'session-expired',
  'environment-mismatch',
  'not-found',
]

/** Records a request for the tenant of somebody else, or with a credential that is not valid. */
export function noteRefusal(
  authenticator: Authenticator,
  request: FastifyRequest,
  actor: Actor | null,
  error: unknown,
): void {
  if (!(error instanceof Problem) || !recordedProblems.includes(error.id)) return
  authenticator.noteRefusal({
    actor,
    tenantId: namedTenant(request),
    path: request.routeOptions.url ?? 'none',
    reason: error.id,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
  })
}

/** The ID of the organization or environment in a request, wherever it is. */
function namedTenant(request: FastifyRequest): string | null {
  const { environment, organisation, organizationId } = fieldsOf(request.query)
  const body =
    request.readBody !== null && 'value' in request.readBody.result
      ? request.readBody.result.value
      : request.body
  const inPath = fieldsOf(request.params).id
  const header = request.headers['environment-id']
  const others = [environment, organizationId, organisation, fieldsOf(body).organizationId]
  const isOrganization = request.routeOptions.config.call?.caller === 'organization'
  const named = isOrganization ? [...others, inPath] : [environment, header, ...others]
  return named.map((each) => z.uuid().safeParse(each).data).find((each) => each !== undefined) ?? null
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
