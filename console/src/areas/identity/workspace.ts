import type { Environment, Organization, Right, User } from '@kinora/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { meQuery } from './queries'

export interface Workspace {
  readonly user: User
  readonly organization: Organization
  readonly environment: Environment
  /** An administrator impersonates this user: sensitive calls are refused. */
  readonly isActing: boolean
  readonly can: (right: Right) => boolean
  /** Checks a right in the organization, outside of any environment. */
  readonly canInOrganization: (right: Right) => boolean
}

/** The user, organization and environment of the current screen. Works only under `/$environmentId`. */
export function useWorkspace(): Workspace {
  const { data: user } = useSuspenseQuery(meQuery)
  const { environmentId } = useParams({ from: '/$environmentId' })
  const place = findEnvironment(user, environmentId)
  // The route's guard has checked it, and the shell checks again on every change.
  if (!place) throw new Error(`environment ${environmentId} is gone`)
  return {
    user,
    ...place,
    isActing: user.impersonation !== null,
    can: (right) => place.environment.grants.includes(right.join('.')),
    canInOrganization: (right) => place.organization.grants.includes(right.join('.')),
  }
}

/** Finds the environment with this ID. `reservedSegments` (`lib/area.ts`) are no IDs and find nothing. */
export function findEnvironment(
  user: User,
  environmentId: string,
): { organization: Organization; environment: Environment } | undefined {
  for (const organization of user.organizations) {
    const environment = organization.environments.find(({ id }) => id === environmentId)
    if (environment) return { organization, environment }
  }
  return undefined
}

/** The environment that this device used last, or the first one. */
export function homeEnvironment(user: User, lastId: string | null): string | undefined {
  if (lastId !== null && findEnvironment(user, lastId)) return lastId
  return user.organizations.flatMap(({ environments }) => environments)[0]?.id
}
