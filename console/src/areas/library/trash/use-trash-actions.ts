import type { Item } from '../parts/item'
import { useFolderRights, useVideoRights } from '../rights'
import { useRestore } from './use-restore'

/** The actions on trashed items that the user may take. */
export function useTrashActions(askToDelete: (items: readonly Item[]) => void) {
  const folders = useFolderRights()
  const videos = useVideoRights()
  const { restore } = useRestore()
  const may = (items: readonly Item[], right: 'update' | 'delete') =>
    items.every(({ kind }) => (kind === 'folder' ? folders : videos)[right])
  return {
    restore,
    askToDelete,
    rightsFor: (items: readonly Item[]) => ({ restore: may(items, 'update'), delete: may(items, 'delete') }),
  }
}
