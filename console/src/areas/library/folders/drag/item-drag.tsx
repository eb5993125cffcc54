import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useMemo, useRef } from 'react'
import { useText } from '../../../../lib/i18n'
import { useRights, useWorkspace } from '../../../identity'
import { type Item, parentOf } from '../../parts/item'
import { folderPath } from '../folders'
import { folderTreeQuery } from '../queries'
import { type MoveTarget, useMove } from '../use-move'

interface ItemDrag {
  /** Whether the user may move the item. */
  readonly may: (item: Item) => boolean
  /** The label of the dragged items. */
  readonly labelOf: (item: Item) => string
  readonly start: (item: Item) => void
  readonly clear: () => void
  /** Whether the dragged items can be dropped there. */
  readonly canDrop: (folderId: string | null) => boolean
  readonly drop: (target: MoveTarget) => void
}

const ItemDragContext = createContext<ItemDrag | undefined>(undefined)

interface ItemDragProviderProps {
  /** Dragging one selected item drags all of them. */
  readonly chosen: readonly Item[]
  readonly onMoved: (items: readonly Item[]) => void
  readonly children: ReactNode
}

/** Provides dragging of items onto folders. */
export function ItemDragProvider({ chosen, onMoved, children }: ItemDragProviderProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const folders = useRights('DAM', 'Folder')
  const videos = useRights('Videos', 'Video')
  const { data: folderTree = [] } = useQuery(folderTreeQuery(environment.id))
  const { move } = useMove()
  const dragged = useRef<readonly Item[]>([])
  const latest = useRef({ chosen, folderTree, move, onMoved })
  useEffect(() => {
    latest.current = { chosen, folderTree, move, onMoved }
  })
  const [mayMoveFolders, mayMoveVideos] = [folders.update, videos.update]
  // The same value for every selection, which would otherwise render all rows again.
  const value = useMemo((): ItemDrag => {
    const may = ({ kind }: Item) => (kind === 'folder' ? mayMoveFolders : mayMoveVideos)
    const draggedWith = (item: Item) => {
      const together = latest.current.chosen
      return together.some(({ id }) => id === item.id) ? together.filter(may) : [item]
    }
    return {
      may,
      labelOf: (item) => {
        const count = draggedWith(item).length
        return count === 1 ? item.name : t('library:bulk.items', { count })
      },
      start: (item) => {
        dragged.current = draggedWith(item)
      },
      clear: () => {
        dragged.current = []
      },
      canDrop: (folderId) => {
        const above = folderPath(latest.current.folderTree, folderId)
        return (
          dragged.current.some((item) => parentOf(item) !== folderId) &&
          !dragged.current.some(({ id }) => id === folderId || above.some((folder) => folder.id === id))
        )
      },
      drop: (target) => {
        const items = dragged.current
        latest.current.move(items, target, () => latest.current.onMoved(items))
      },
    }
  }, [t, mayMoveFolders, mayMoveVideos])
  return <ItemDragContext value={value}>{children}</ItemDragContext>
}

export function useItemDrag(): ItemDrag {
  const drag = use(ItemDragContext)
  if (!drag) throw new Error('useItemDrag needs an ItemDragProvider')
  return drag
}
