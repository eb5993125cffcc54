import { useWorkspace } from '../workspace'

/** What the user may do with roles. An inactive organization allows no changes. */
export function useRoleRights() {
  const { canInOrganization, organization } = useWorkspace()
  const may = (action: 'create' | 'update' | 'delete') =>
    organization.isActive && canInOrganization(['Settings', 'Role', action])
  return { create: may('create'), update: may('update'), delete: may('delete') }
}
