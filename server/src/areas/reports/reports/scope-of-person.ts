import type { Person, Scope } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'
import type { ReportsArea } from '../reports-area.ts'

/** The rights that a person has now who is not calling, to read views.
 * @throws problem not-found if they have left, forbidden without the right or if the organization is inactive */
export async function scopeOfPerson(
  { authenticator }: Pick<ReportsArea, 'authenticator'>,
  { userId, name }: Pick<Person, 'userId' | 'name'>,
  environmentId: string,
): Promise<Scope> {
  const person: Person = {
    kind: 'person',
    userId,
    name,
    sessionId: '',
    email: '',
    isAdmin: false,
    isVerified: true,
    mustSetUpFactor: false,
    impersonatedBy: null,
  }
  const scope = await authenticator.scope(person, environmentId)
  if (!scope.organizationIsActive || !scope.grants.has('Analytics.Views.read')) throw problem('forbidden')
  return scope
}
