import { useWorkspace } from '../identity'

/** Rights of the user on ad channels and breaks. An inactive organization allows no changes. */
export function useAdRights() {
  const { can, organization } = useWorkspace()
  return {
    read: can(['Ad Insertion', 'Channel', 'read']),
    create: can(['Ad Insertion', 'Channel', 'create']) && organization.isActive,
    update: can(['Ad Insertion', 'Channel', 'update']) && organization.isActive,
    delete: can(['Ad Insertion', 'Channel', 'delete']) && organization.isActive,
  }
}
