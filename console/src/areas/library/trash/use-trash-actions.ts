import { useRights } from '../../identity'
import { useRestore } from '../items/use-restore'
import type { Item } from '../parts/item'

/** The actions on trashed items that the user may take. */
export function useTrashActions(askToDelete: (items: readonly Item[]) => void) {
  const folders = useRights('DAM', 'Folder')
  const videos = useRights('Videos', 'Video')
  const { restore } = useRestore()
  const may = (items: readonly Item[], right: 'update' | 'delete') =>
    items.every(({ kind }) => (kind === 'folder' ? folders : videos)[right])
  return {
    restore,
    askToDelete,
    rightsFor: (items: readonly Item[]) => ({ restore: may(items, 'update'), delete: may(items, 'delete') }),
  }
}
