import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useRef } from 'react'
import { useText } from '../../../../lib/i18n'
import { useHere } from '../../../identity'
import { type Item, parentOf } from '../../contents/item'
import { useFolderRights, useVideoRights } from '../../rights'
import { wayTo } from '../folders'
import { folderTreeQuery } from '../queries'
import { type Spot, useMove } from '../use-move'

interface Carry {
  /** Whether the user may move the item. */
  readonly may: (item: Item) => boolean
  /** The label of the dragged items. */
  readonly named: (item: Item) => string
  readonly take: (item: Item) => void
  readonly letGo: () => void
  /** Whether the dragged items can be dropped there. */
  readonly fits: (folderId: string | null) => boolean
  readonly putIn: (spot: Spot) => void
}

const CarryContext = createContext<Carry | undefined>(undefined)

interface CarryRoomProps {
  /** Dragging one selected item drags all of them. */
  readonly chosen: readonly Item[]
  readonly children: ReactNode
}

/** Provides dragging of items onto folders. */
export function CarryRoom({ chosen, children }: CarryRoomProps) {
  const t = useText()
  const { environment } = useHere()
  const folders = useFolderRights()
  const videos = useVideoRights()
  const { data: tree = [] } = useQuery(folderTreeQuery(environment.id))
  const { move } = useMove()
  const carried = useRef<readonly Item[]>([])
  const may = ({ kind }: Item) => (kind === 'folder' ? folders.update : videos.update)
  const along = (item: Item) => (chosen.some(({ id }) => id === item.id) ? chosen.filter(may) : [item])
  const value: Carry = {
    may,
    named: (item) => {
      const count = along(item).length
      return count === 1 ? item.name : t('library:bulk.items', { count })
    },
    take: (item) => {
      carried.current = along(item)
    },
    letGo: () => {
      carried.current = []
    },
    fits: (folderId) => {
      const above = wayTo(tree, folderId)
      return (
        carried.current.some((item) => parentOf(item) !== folderId) &&
        !carried.current.some(({ id }) => id === folderId || above.some((folder) => folder.id === id))
      )
    },
    putIn: (spot) => move(carried.current, spot),
  }
  return <CarryContext value={value}>{children}</CarryContext>
}

export function useCarry(): Carry {
  const carry = use(CarryContext)
  if (!carry) throw new Error('things are carried inside of a CarryRoom')
  return carry
}
