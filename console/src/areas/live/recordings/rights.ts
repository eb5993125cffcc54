import { useWorkspace } from '../../identity'

/** Rights of the user on recordings. Deleting one needs the right to delete videos. */
export function useRecordingRights() {
  const { can, organization } = useWorkspace()
  return {
    read: can(['Liverecordings', 'Recording', 'read']),
    archive: can(['Liverecordings', 'Recording', 'update']) && organization.isActive,
    delete: can(['Videos', 'Video', 'delete']) && organization.isActive,
  }
}
