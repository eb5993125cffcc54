import { ArrowCounterClockwise } from '@phosphor-icons/react/dist/csr/ArrowCounterClockwise'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import type { Item } from '../parts/item'
import type { useTrashActions } from './use-trash-actions'

interface TrashMenuProps {
  readonly item: Item
  readonly actions: ReturnType<typeof useTrashActions>
  readonly trigger: ReactNode
}

/** Restores the item or deletes it permanently. */
export function TrashMenu({ item, actions, trigger }: TrashMenuProps) {
  const t = useText()
  const may = actions.rightsFor([item])
  if (!may.restore && !may.delete) return null
  return (
    <Menu label={t('library:actions.of', { title: item.name })} trigger={trigger}>
      {may.restore && (
        <MenuItem icon={<ArrowCounterClockwise size={16} />} onAction={() => actions.restore([item])}>
          {t('library:trash.restore')}
        </MenuItem>
      )}
      {may.delete && (
        <MenuItem danger icon={<Trash size={16} />} onAction={() => actions.askToDelete([item])}>
          {t('library:delete.forGood')}
        </MenuItem>
      )}
    </Menu>
  )
}
