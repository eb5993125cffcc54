import type { Content, SavedView } from '@kinora/contract'
import { useWorkspace } from '../identity'

/** Rights of the user to videos. An inactive organization allows no changes. */
export function useVideoRights() {
  const { can, organization } = useWorkspace()
  return {
    read: can(['Videos', 'Video', 'read']),
    create: can(['Videos', 'Video', 'create']) && organization.isActive,
    update: can(['Videos', 'Video', 'update']) && organization.isActive,
    delete: can(['Videos', 'Video', 'delete']) && organization.isActive,
  }
}

/** The rights on one video: a trashed one can only be restored or deleted. */
export function useRightsOn({ trashedAt }: Pick<Content, 'trashedAt'>) {
  const rights = useVideoRights()
  return {
    ...rights,
    update: rights.update && trashedAt === null,
    restore: rights.update && trashedAt !== null,
  }
}

/** Rights of the user to folders. */
export function useFolderRights() {
  const { can, organization } = useWorkspace()
  return {
    read: can(['DAM', 'Folder', 'read']),
    create: can(['DAM', 'Folder', 'create']) && organization.isActive,
    update: can(['DAM', 'Folder', 'update']) && organization.isActive,
    delete: can(['DAM', 'Folder', 'delete']) && organization.isActive,
  }
}

/** The rights on a saved view: private views need no right to change videos. */
export function useViewRights({ isMine, isShared }: Pick<SavedView, 'isMine' | 'isShared'>) {
  const { organization } = useWorkspace()
  const videos = useVideoRights()
  return {
    change: isShared ? videos.update : organization.isActive,
    rename: isMine && (isShared ? videos.update : organization.isActive),
    share: videos.update && !isShared,
    unshare: isShared && isMine && organization.isActive,
    delete: isMine ? organization.isActive : videos.delete,
  }
}
