import { lazy, Suspense } from 'react'
import type { Item } from '../contents/item'
import type { Deed } from './item-menu'

const DeleteDialog = lazy(async () => ({ default: (await import('../trash/delete-dialog')).DeleteDialog }))
const DownloadDialog = lazy(async () => ({
  default: (await import('../downloads/download-dialog')).DownloadDialog,
}))
const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog')).MoveDialog }))
const NewFolder = lazy(async () => ({ default: (await import('./folder-form')).NewFolder }))
const RenameFolder = lazy(async () => ({ default: (await import('./folder-form')).RenameFolder }))
const TagDialog = lazy(async () => ({ default: (await import('./tag-dialog')).TagDialog }))

/** The action that a dialog is open for. */
export interface Ask {
  readonly deed: Deed | 'new'
  readonly items: readonly Item[]
}

interface AskedProps {
  readonly ask: Ask | undefined
  readonly folderId: string | undefined
  readonly onClose: () => void
  /** The items have left the folder. */
  readonly onGone: (items: readonly Item[]) => void
}

/** The dialog of the requested action. */
export function Asked({ ask, folderId, onClose, onGone }: AskedProps) {
  if (!ask) return null
  const { deed, items } = ask
  const [first] = items
  const gone = () => onGone(items)
  return (
    <Suspense>
      {deed === 'new' && <NewFolder parentId={folderId ?? null} onClose={onClose} />}
      {deed === 'rename' && first?.kind === 'folder' && (
        <RenameFolder folder={first.folder} onClose={onClose} />
      )}
      {deed === 'move' && <MoveDialog items={items} onClose={onClose} onMoved={gone} />}
      {deed === 'tag' && <TagDialog items={items} onClose={onClose} />}
      {deed === 'download' && first?.kind === 'video' && (
        <DownloadDialog content={first.content} onClose={onClose} />
      )}
      {deed === 'delete' && <DeleteDialog items={items} onClose={onClose} onDeleted={gone} />}
    </Suspense>
  )
}
