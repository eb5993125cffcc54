import { useWorkspace } from '../identity'

/** Rights of the user on live streams. An inactive organization allows no changes. */
export function useStreamRights() {
  const { can, organization } = useWorkspace()
  return {
    read: can(['Livestreams', 'Livestream', 'read']),
    create: can(['Livestreams', 'Livestream', 'create']) && organization.isActive,
    update: can(['Livestreams', 'Livestream', 'update']) && organization.isActive,
    delete: can(['Livestreams', 'Livestream', 'delete']) && organization.isActive,
    readKey: can(['Livestreams', 'Stream Key', 'read']),
    rotateKey: can(['Livestreams', 'Stream Key', 'update']) && organization.isActive,
  }
}
