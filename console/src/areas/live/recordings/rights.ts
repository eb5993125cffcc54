import { useWorkspace } from '../../identity'

/** What the user may do with recordings. To delete one is to delete a video. */
export function useRecordingRights() {
  const { can, organization } = useWorkspace()
  return {
    read: can(['Liverecordings', 'Recording', 'read']),
    archive: can(['Liverecordings', 'Recording', 'update']) && organization.isActive,
    delete: can(['Videos', 'Video', 'delete']) && organization.isActive,
  }
}
