import { useWorkspace } from '../workspace'

/** The user's rights on roles. An inactive organization allows no changes. */
export function useRoleRights() {
  const { canInOrganization, organization } = useWorkspace()
  const may = (action: 'create' | 'update' | 'delete') =>
    organization.isActive && canInOrganization(['Settings', 'Role', action])
  return { create: may('create'), update: may('update'), delete: may('delete') }
}
