import type { CollectionTreeItem } from '@kinora/contract'
import { Folder } from '@phosphor-icons/react/dist/csr/Folder'
import { Folders } from '@phosphor-icons/react/dist/csr/Folders'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Dialog } from '../../../ui/dialog'
import { Finder, type FinderRow } from '../../../ui/finder'
import { useWorkspace } from '../../identity'
import { type Item, parentOf } from '../contents/item'
import { byParent, folderPath } from './folders'
import { folderTreeQuery } from './queries'
import { useMove } from './use-move'

interface MoveDialogProps {
  readonly items: readonly Item[]
  readonly onClose: () => void
  readonly onMoved: () => void
}

/** The most rows shown; typing narrows longer lists. */
const maxShown = 200

/** Selects the target folder in a searchable tree. */
export function MoveDialog({ items, onClose, onMoved }: MoveDialogProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const { move } = useMove()
  const [phrase, setPhrase] = useState('')
  const { data: tree = [] } = useQuery(folderTreeQuery(environment.id))
  const outside = { id: null, name: t('library:move.noFolder') }
  const isElsewhere = (id: string | null) => items.some((item) => parentOf(item) !== id)
  const rows: FinderRow[] = targetsFor(tree, items)
    .filter(({ folder }) => matches(folder.name, phrase))
    .slice(0, maxShown)
    .map(({ folder, depth }) => ({
      id: folder.id,
      text: folder.name,
      icon: (
        <span style={{ paddingInlineStart: phrase === '' ? depth * 16 : 0 }}>
          <Folder size={16} aria-hidden />
        </span>
      ),
      note: phrase === '' ? undefined : noteOf(tree, folder),
      ...(isElsewhere(folder.id)
        ? { onAction: () => move(items, folder, onMoved) }
        : { end: t('library:move.here') }),
    }))
  const root: FinderRow[] =
    isElsewhere(null) && matches(outside.name, phrase)
      ? [
          {
            id: 'root',
            text: outside.name,
            icon: <Folders size={16} aria-hidden />,
            onAction: () => move(items, outside, onMoved),
          },
        ]
      : []
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('library:move.title', { count: items.length, title: items[0]?.name ?? '' })}
    >
      <div className="-mx-2">
        <Finder
          label={t('library:move.find')}
          phrase={phrase}
          onPhrase={setPhrase}
          sections={[{ id: 'folders', label: t('library:dam.folders'), rows: [...root, ...rows] }]}
          onDone={onClose}
          nothing={t('library:move.none')}
        />
      </div>
    </Dialog>
  )
}

/** Folders in tree order, without the moved folders and their descendants. */
function targetsFor(tree: readonly CollectionTreeItem[], items: readonly Item[]) {
  const below = byParent(tree)
  const moved = new Set(items.map(({ id }) => id))
  const walk = (parent: string | null, depth: number): { folder: CollectionTreeItem; depth: number }[] =>
    (below.get(parent) ?? [])
      .filter(({ id }) => !moved.has(id))
      .flatMap((folder) => [{ folder, depth }, ...walk(folder.id, depth + 1)])
  return walk(null, 0)
}

/** The path of the folder in one line. */
function noteOf(tree: readonly CollectionTreeItem[], { id }: CollectionTreeItem): string | undefined {
  const above = folderPath(tree, id).slice(0, -1)
  return above.length > 0 ? above.map(({ name }) => name).join(' / ') : undefined
}

function matches(name: string, phrase: string): boolean {
  return name.toLocaleLowerCase().includes(phrase.trim().toLocaleLowerCase())
}
