import type { Call, ProblemId } from '@kinora/contract'
import { type Actor, can, type OrganizationScope, type Scope } from '../auth.ts'

/** Whether a call is allowed, or the problem that refuses it. */
export type Decision = 'allowed' | ProblemId

/** Decides whether the actor may make a call. It is called twice: before the tenant is looked up, which saves the
 * queries of callers without access, and with the scope. Objects of other tenants are not found, before any reason
 * that would show that they exist.
 * @param scope null if the call names no tenant */
export function decide(
  call: Call,
  actor: Actor | null,
  scope: OrganizationScope | Scope | null | 'unknown',
): Decision {
  if (call.caller === 'none') return 'allowed'
  if (actor === null) return 'session-missing'
  if (actor.kind === 'token') {
    if (call.caller !== 'environment' || call.isSensitive) return 'person-only'
  } else {
    if (!call.allowsUnverified && !actor.isVerified) return 'email-unverified'
    if (!call.allowsWithoutFactor && actor.mustSetUpFactor) return 'second-factor-needed'
    if (call.caller === 'admin' && !actor.isAdmin) return 'forbidden'
  }
  if (scope === 'unknown') return 'allowed'
  const isPersonal = call.isSensitive || call.isPersonal
  if (isPersonal && actor.kind === 'person' && actor.impersonatedBy) return 'impersonating'
  const needsTenant = call.caller === 'environment' || call.caller === 'organization'
  if (scope === null) return needsTenant ? 'not-found' : 'allowed'
  if (actor.kind === 'token' && !('environmentId' in scope && scope.environmentId === actor.environmentId))
    return 'environment-mismatch'
  if (call.right !== undefined && !can(scope.grants, call.right)) return 'forbidden'
  const changes = call.right !== undefined && call.right[2] !== 'read'
  if (changes && !scope.organizationIsActive) return 'organization-inactive'
  return 'allowed'
}
