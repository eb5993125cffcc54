import { ArrowSquareOut } from '@phosphor-icons/react/dist/csr/ArrowSquareOut'
import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { FolderSimple } from '@phosphor-icons/react/dist/csr/FolderSimple'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Tag } from '@phosphor-icons/react/dist/csr/Tag'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { useRights, useWorkspace } from '../../identity'
import type { Item } from '../parts/item'
import { isDownloadable } from '../parts/status'

/** Actions on items of a folder that open a dialog. */
export type ItemAction = 'rename' | 'move' | 'tag' | 'download' | 'delete'

interface ItemMenuProps {
  readonly item: Item
  readonly trigger: ReactNode
  /** Whether the menu links to the item's page. */
  readonly openable?: boolean
  readonly onItemAction: (action: ItemAction, items: readonly Item[]) => void
}

/** The actions on an item, or on the open folder itself. */
export function ItemMenu({ item, trigger, openable = true, onItemAction }: ItemMenuProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const folders = useRights('DAM', 'Folder')
  const videos = useRights('Videos', 'Video')
  const rights = item.kind === 'folder' ? folders : videos
  const open = (action: ItemAction) => () => onItemAction(action, [item])
  const href =
    item.kind === 'folder'
      ? `/${environment.id}/dam?folder=${item.id}`
      : `/${environment.id}/videos/${item.id}`
  return (
    <Menu label={t('library:actions.of', { title: item.name })} trigger={trigger}>
      {openable && (
        <MenuItem icon={<ArrowSquareOut size={16} className="rtl:-scale-x-100" />} href={href}>
          {t('library:actions.open')}
        </MenuItem>
      )}
      {rights.update && item.kind === 'folder' && (
        <MenuItem icon={<PencilSimple size={16} />} onAction={open('rename')}>
          {t('library:folder.rename')}
        </MenuItem>
      )}
      {rights.update && (
        <MenuItem icon={<FolderSimple size={16} />} onAction={open('move')}>
          {t('library:move.action')}
        </MenuItem>
      )}
      {rights.update && item.kind === 'video' && (
        <MenuItem icon={<Tag size={16} />} onAction={open('tag')}>
          {t('library:fields.tags')}
        </MenuItem>
      )}
      {item.kind === 'video' && isDownloadable(item.content) && (
        <MenuItem icon={<DownloadSimple size={16} />} onAction={open('download')}>
          {t('library:actions.download')}
        </MenuItem>
      )}
      {rights.delete && (
        <MenuItem danger icon={<Trash size={16} />} onAction={open('delete')}>
          {t('library:actions.delete')}
        </MenuItem>
      )}
    </Menu>
  )
}
