import type { Content, SavedView } from '@kinora/contract'
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

/** The same for one video: in the trash it can be brought back or deleted, and nothing else changes. */
export function useRightsOn({ trashedAt }: Pick<Content, 'trashedAt'>) {
  const rights = useVideoRights()
  return {
    ...rights,
    update: rights.update && trashedAt === null,
    restore: rights.update && trashedAt !== null,
  }
}

/** What the person may do with folders here. */
export function useFolderRights() {
  const { can, organization } = useHere()
  return {
    read: can(['DAM', 'Folder', 'read']),
    create: can(['DAM', 'Folder', 'create']) && organization.isActive,
    update: can(['DAM', 'Folder', 'update']) && organization.isActive,
    delete: can(['DAM', 'Folder', 'delete']) && organization.isActive,
  }
}

/** The same for a saved view: what one keeps for oneself needs no right to change videos. */
export function useViewRights({ isMine, isShared }: Pick<SavedView, 'isMine' | 'isShared'>) {
  const { organization } = useHere()
  const videos = useVideoRights()
  return {
    change: isShared ? videos.update : organization.isActive,
    rename: isMine && (isShared ? videos.update : organization.isActive),
    share: videos.update && !isShared,
    unshare: isShared && isMine && organization.isActive,
    delete: isMine ? organization.isActive : videos.delete,
  }
}
