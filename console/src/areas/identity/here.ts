import type { Environment, Organization, Right, User } from '@kinora/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { meQuery } from './queries'

export interface Here {
  readonly user: User
  readonly organization: Organization
  readonly environment: Environment
  /** An administrator acts as this person: what gives out secrets is refused. */
  readonly isActing: boolean
  readonly can: (right: Right) => boolean
  /** Outside of any environment: for what belongs to the whole organisation. */
  readonly canInOrganization: (right: Right) => boolean
}

/** The person, organisation and environment of the screen. Only below `/$environmentId`. */
export function useHere(): Here {
  const { data: user } = useSuspenseQuery(meQuery)
  const { environmentId } = useParams({ from: '/$environmentId' })
  const place = findPlace(user, environmentId)
  // The route's guard has looked, and the shell looks whenever that changes.
  if (!place) throw new Error(`environment ${environmentId} is gone`)
  return {
    user,
    ...place,
    isActing: user.impersonation !== null,
    can: (right) => place.environment.grants.includes(right.join('.')),
    canInOrganization: (right) => place.organization.grants.includes(right.join('.')),
  }
}

/**
 * Where an environment id leads. The reserved first segments of the specification (`videos`, `dam`, …) are nobody's
 * environment, and so are nowhere.
 */
export function findPlace(
  user: User,
  environmentId: string,
): { organization: Organization; environment: Environment } | undefined {
  for (const organization of user.organizations) {
    const environment = organization.environments.find(({ id }) => id === environmentId)
    if (environment) return { organization, environment }
  }
  return undefined
}

/** The environment used last on this device, or else the first there is. */
export function homeEnvironment(user: User, lastId: string | null): string | undefined {
  if (lastId !== null && findPlace(user, lastId)) return lastId
  return user.organizations.flatMap(({ environments }) => environments)[0]?.id
}
