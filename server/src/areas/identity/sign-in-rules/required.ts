import { type SQL, sql } from 'drizzle-orm'
import type { Config } from '../../../platform/config.ts'

// Names of columns are written out: Drizzle leaves out the table where a query selects from only one.

/** Whether an organization or a role of a selected user requires a second factor. */
export const requiresSecondFactor = sql<boolean>`(EXISTS (
  SELECT 1 FROM members
  JOIN organizations ON organizations.id = members.organization_id
  JOIN roles ON roles.id = members.role_id
  WHERE members.user_id = users.id AND (organizations.requires_second_factor OR roles.requires_second_factor)
) OR EXISTS (
  SELECT 1 FROM environment_roles
  JOIN environments ON environments.id = environment_roles.environment_id
  JOIN members ON members.organization_id = environments.organization_id AND members.user_id = users.id
  JOIN roles ON roles.id = environment_roles.role_id
  WHERE environment_roles.user_id = users.id AND roles.requires_second_factor
))`

/** Seconds without use after which a selected session ends: the shortest time of the installation and the
 * organizations of its user. */
export function idleSeconds({ SESSION_IDLE_MINUTES }: Pick<Config, 'SESSION_IDLE_MINUTES'>): SQL<number> {
  return sql<number>`60 * least(${SESSION_IDLE_MINUTES}::int, (
    SELECT min(organizations.session_idle_minutes) FROM members
    JOIN organizations ON organizations.id = members.organization_id
    WHERE members.user_id = sessions.user_id
  ))`
}
