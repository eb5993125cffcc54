import { useWorkspace } from '../../identity'

/** Rights of the user to encoding profiles. An inactive organization allows no changes. */
export function useProfileRights() {
  const { can, organization } = useWorkspace()
  const may = (action: 'create' | 'update' | 'delete') =>
    can(['Settings', 'Encoding Profile', action]) && organization.isActive
  return { create: may('create'), update: may('update'), delete: may('delete') }
}
