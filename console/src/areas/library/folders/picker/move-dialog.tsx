import { Folders } from '@phosphor-icons/react/dist/csr/Folders'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { Dialog } from '../../../../ui/dialog'
import { Finder, type FinderRow } from '../../../../ui/finder'
import { useWorkspace } from '../../../identity'
import { type Item, parentOf } from '../../parts/item'
import { folderTreeQuery } from '../queries'
import { useMove } from '../use-move'
import { containsPhrase, folderRows } from './folder-rows'

interface MoveDialogProps {
  readonly items: readonly Item[]
  readonly onClose: () => void
  readonly onMoved: () => void
}

/** Selects the target folder in a searchable tree. */
export function MoveDialog({ items, onClose, onMoved }: MoveDialogProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const { move } = useMove()
  const [phrase, setPhrase] = useState('')
  const { data: tree = [] } = useQuery(folderTreeQuery(environment.id))
  const outside = { id: null, name: t('library:move.noFolder') }
  const isElsewhere = (id: string | null) => items.some((item) => parentOf(item) !== id)
  const rows: FinderRow[] = folderRows(tree, phrase, new Set(items.map(({ id }) => id))).map((row) => ({
    ...row,
    ...(isElsewhere(row.id)
      ? { onAction: () => move(items, { id: row.id, name: row.text }, onMoved) }
      : { end: t('library:move.here') }),
  }))
  const root: FinderRow[] =
    isElsewhere(null) && containsPhrase(outside.name, phrase)
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
