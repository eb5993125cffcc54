import { Suspense } from 'react'
import { lazy } from '../../../lib/lazy'
import type { Item } from '../parts/item'
import type { ItemAction } from './item-menu'

const DeleteDialog = lazy(async () => ({ default: (await import('../items/delete-dialog')).DeleteDialog }))
const DownloadDialog = lazy(async () => ({
  default: (await import('../downloads/download-dialog')).DownloadDialog,
}))
const MoveDialog = lazy(async () => ({ default: (await import('./picker/move-dialog')).MoveDialog }))
const NewFolder = lazy(async () => ({ default: (await import('./folder-form')).NewFolder }))
const RenameFolder = lazy(async () => ({ default: (await import('./folder-form')).RenameFolder }))
const TagDialog = lazy(async () => ({ default: (await import('./tag-dialog')).TagDialog }))

/** The action that a dialog is open for. */
export interface ItemRequest {
  readonly action: ItemAction | 'new'
  readonly items: readonly Item[]
}

interface ItemDialogProps {
  readonly request: ItemRequest | undefined
  readonly folderId: string | undefined
  readonly onClose: () => void
  /** The items have left the folder. */
  readonly onGone: (items: readonly Item[]) => void
}

/** The dialog of the requested action. */
export function ItemDialog({ request, folderId, onClose, onGone }: ItemDialogProps) {
  if (!request) return null
  const { action, items } = request
  const [first] = items
  const gone = () => onGone(items)
  return (
    <Suspense>
      {action === 'new' && <NewFolder parentId={folderId ?? null} onClose={onClose} />}
      {action === 'rename' && first?.kind === 'folder' && (
        <RenameFolder folder={first.folder} onClose={onClose} />
      )}
      {action === 'move' && <MoveDialog items={items} onClose={onClose} onMoved={gone} />}
      {action === 'tag' && <TagDialog items={items} onClose={onClose} />}
      {action === 'download' && first?.kind === 'video' && (
        <DownloadDialog content={first.content} onClose={onClose} />
      )}
      {action === 'delete' && <DeleteDialog items={items} onClose={onClose} onDeleted={gone} />}
    </Suspense>
  )
}
