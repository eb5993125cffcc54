import type { Scope } from '../../platform/auth.ts'
import { problem } from '../../platform/problem.ts'

/** The organization in the path must be that of the environment. @throws problem not-found */
export function assertOrganization({ organizationId }: Scope, named: string): void {
  if (organizationId !== named) throw problem('not-found')
}
