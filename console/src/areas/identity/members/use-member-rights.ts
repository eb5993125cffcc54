import { useWorkspace } from '../workspace'

/** The user's rights on members. An inactive organization allows no changes. */
export function useMemberRights() {
  const { canInOrganization, organization } = useWorkspace()
  const may = (feature: 'User' | 'Role', action: 'create' | 'read' | 'update' | 'delete') =>
    organization.isActive && canInOrganization(['Settings', feature, action])
  const roles = canInOrganization(['Settings', 'Role', 'read'])
  return {
    /** Inviting needs the list of roles. */
    invite: may('User', 'create') && roles,
    resend: may('User', 'create'),
    changeRole: may('User', 'update') && roles,
    assignRoles: may('Role', 'update') && roles,
    remove: may('User', 'delete'),
  }
}
