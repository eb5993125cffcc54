import {
  type EventType,
  eventObjects,
  eventTypes,
  type ObjectType,
  objectRights,
  objectTypes,
  type Right,
} from '@kinora/contract'
import { type Actor, can, type OrganizationScope, type Scope } from '../../platform/auth.ts'
import type { Activity } from './activity.ts'

/** Whether the scope may see events of objects of this type, which requires the right to read them. */
export function canSee({ grants }: Pick<OrganizationScope, 'grants'>, type: ObjectType): boolean {
  const right = objectRights[type]
  return right === null || can(grants, right)
}

/** Object types whose events the scope may see. */
export function visibleObjects(scope: Pick<OrganizationScope, 'grants'>): ObjectType[] {
  return objectTypes.filter((type) => canSee(scope, type))
}

export function canSeeAll(scope: Pick<OrganizationScope, 'grants'>): boolean {
  return visibleObjects(scope).length === objectTypes.length
}

/** Event types in `wanted` that the scope may see. */
export function visibleTypes(
  scope: Pick<Scope, 'grants'>,
  wanted: readonly EventType[] = eventTypes,
): EventType[] {
  return wanted.filter((type) => canSee(scope, eventObjects[type]))
}

/** Two ways to ask for all environments of the organization. */
export interface Reach {
  readonly everywhere?: boolean
  readonly organizationId?: string | undefined
}

export function coversOrganization({ everywhere, organizationId }: Reach): boolean {
  return everywhere === true || organizationId !== undefined
}

/** The current environment, or all environments in which the actor has the right. */
export async function visibleScopes(
  { authenticator }: Pick<Activity, 'authenticator'>,
  actor: Actor,
  scope: Scope,
  { right, ...reach }: Reach & { readonly right: Right },
): Promise<readonly Scope[]> {
  if (!coversOrganization(reach)) return [scope]
  const scopes = await authenticator.environments(actor, scope.organizationId)
  return scopes.filter(({ grants }) => can(grants, right))
}
