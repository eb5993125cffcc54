import type { BuiltInRole, Environment, Organization } from '@kinora/contract'
import { grantsOf } from '../../../platform/auth.ts'
import type { environments, organizations, roles } from '../tables.ts'

type RoleRow = typeof roles.$inferSelect
type EnvironmentRow = typeof environments.$inferSelect
type OrganizationRow = typeof organizations.$inferSelect

/** What goes out of a role wherever it is only named. */
export function roleNameOf({ id, name, builtIn }: Pick<RoleRow, 'id' | 'name' | 'builtIn'>): {
  id: string
  name: string
  builtIn: BuiltInRole | null
} {
  return { id, name, builtIn }
}

/** What goes out of an environment, with the caller's role and rights in it. */
export function environmentView(
  environment: EnvironmentRow,
  role: RoleRow,
  settings: Record<string, string>,
): Environment {
  return {
    id: environment.id,
    organizationId: environment.organizationId,
    name: environment.name,
    type: environment.type,
    role: roleNameOf(role),
    grants: [...grantsOf(role.permissions, settings['modules.enabled'] ?? '')],
    createdAt: environment.createdAt.toISOString(),
  }
}

/** What goes out of an organisation, with the caller's role and rights in it. */
export function organizationView(
  organization: OrganizationRow,
  role: RoleRow,
  environmentViews: Environment[],
): Organization {
  const { id, name, title, isActive, isSubscribed, alertMessage, settings } = organization
  return {
    id,
    uuid: id,
    name,
    title,
    logoUrl: logoUrlOf(organization),
    isActive,
    isSubscribed,
    alertMessage,
    role: roleNameOf(role),
    grants: [...grantsOf(role.permissions, settings['modules.enabled'] ?? '')],
    settings,
    environments: environmentViews,
  }
}

/** Path of the logo; another picture has another address, so that it can be cached for ever. */
export function logoUrlOf({ id, logoKey }: Pick<OrganizationRow, 'id' | 'logoKey'>): string | null {
  return logoKey === null
    ? null
    : `/services/api/v1/organizations/${id}/logo?version=${logoKey.split('/').at(-1)}`
}
