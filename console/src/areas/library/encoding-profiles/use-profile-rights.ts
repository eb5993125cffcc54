import { useHere } from '../../identity'

/** What the person may do with encoding profiles here. Nothing is changed while the organisation is inactive. */
export function useProfileRights() {
  const { can, organization } = useHere()
  const may = (action: 'create' | 'update' | 'delete') =>
    can(['Settings', 'Encoding Profile', action]) && organization.isActive
  return { create: may('create'), update: may('update'), delete: may('delete') }
}
