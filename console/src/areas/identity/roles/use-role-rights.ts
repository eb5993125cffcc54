import { useHere } from '../here'

/** What the user may do with roles. An inactive organization allows no changes. */
export function useRoleRights() {
  const { canInOrganization, organization } = useHere()
  const may = (action: 'create' | 'update' | 'delete') =>
    organization.isActive && canInOrganization(['Settings', 'Role', action])
  return { create: may('create'), update: may('update'), delete: may('delete') }
}
