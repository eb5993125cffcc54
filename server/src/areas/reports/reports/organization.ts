import type { Scope } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'

/** Calls name the organization in their path, and an environment of it in the header. @throws problem not-found */
export function assertOrganization(
  scope: Scope,
  { organizationId }: { readonly organizationId: string },
): void {
  if (scope.organizationId !== organizationId.toLowerCase()) throw problem('not-found')
}
