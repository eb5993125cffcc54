import type { BuiltInRole, Environment, Organization } from '@kinora/contract'
import { grantsOf, limitOf } from '../../../platform/auth.ts'
import type { environments, organizations, roles } from '../tables.ts'

type RoleRow = typeof roles.$inferSelect
type EnvironmentRow = typeof environments.$inferSelect
type OrganizationRow = typeof organizations.$inferSelect

/** A role as shown in other objects. */
export function roleNameOf({ id, name, builtIn }: Pick<RoleRow, 'id' | 'name' | 'builtIn'>): {
  id: string
  name: string
  builtIn: BuiltInRole | null
} {
  return { id, name, builtIn }
}

/** An environment with the caller's role and rights in it. */
export function environmentView(
  environment: EnvironmentRow,
  role: RoleRow,
  settings: Record<string, string>,
): Environment {
  return {
    id: environment.id,
    uuid: environment.id,
    envKey: environment.envKey,
    organizationId: environment.organizationId,
    name: environment.name,
    type: environment.type,
    viewerPrivacy: environment.viewerPrivacy,
    role: roleNameOf(role),
    grants: [...grantsOf(role.permissions, settings['modules.enabled'] ?? '')],
    createdAt: environment.createdAt.toISOString(),
  }
}

/** An organization with the caller's role and rights in it. People of a limited role get neither its
 * alert nor its settings. */
export function organizationView(
  organization: OrganizationRow,
  role: RoleRow,
  environmentViews: Environment[],
): Organization {
  const { id, name, title, isActive, isSubscribed, alertMessage, settings } = organization
  const isLimited = limitOf(role.permissions) !== null
  return {
    id,
    uuid: id,
    name,
    title,
    logoUrl: logoUrlOf(organization),
    isActive,
    isSubscribed,
    alertMessage: isLimited ? null : alertMessage,
    role: roleNameOf(role),
    grants: [...grantsOf(role.permissions, settings['modules.enabled'] ?? '')],
    settings: isLimited ? {} : settings,
    environments: environmentViews,
  }
}

/** Path of the logo. Each version has its own URL, so that caches can keep it forever. */
export function logoUrlOf({ id, logoKey }: Pick<OrganizationRow, 'id' | 'logoKey'>): string | null {
  return logoKey === null
    ? null
    : `/services/api/v1/organizations/${id}/logo?version=${logoKey.split('/').at(-1)}`
}
