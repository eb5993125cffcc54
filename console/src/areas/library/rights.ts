import { useHere } from '../identity'

/** What the person may do with videos here. Nothing is changed while the organisation is inactive. */
export function useVideoRights() {
  const { can, organization } = useHere()
  return {
    read: can(['Videos', 'Video', 'read']),
    create: can(['Videos', 'Video', 'create']) && organization.isActive,
    update: can(['Videos', 'Video', 'update']) && organization.isActive,
    delete: can(['Videos', 'Video', 'delete']) && organization.isActive,
  }
}
