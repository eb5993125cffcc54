import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { PhoneMenuButton } from '../../../ui/phone-menu-button'
import { FolderThumbnail } from '../items/folder-thumbnail'
import { useFolderSummary } from '../items/item-line'
import { bytesOf, type Item } from '../parts/item'
import { Thumb } from '../tiles/thumb'
import { type ItemAction, ItemMenu } from './item-menu'
import { ItemLink, useVideoNote } from './item-name'

interface ItemCardProps {
  readonly item: Item
  readonly onItemAction: (action: ItemAction, items: readonly Item[]) => void
}

/** An item of a folder in the list on a phone. */
export function ItemCard({ item, onItemAction }: ItemCardProps) {
  const t = useText()
  const format = useFormat()
  const inFolder = useFolderSummary()
  const note = useVideoNote()
  const bytes = bytesOf(item)
  const beneath =
    item.kind === 'folder' ? inFolder(item.folder) : bytes > 0 ? format.bytes(bytes) : note(item)
  return (
    <>
      {item.kind === 'folder' ? <FolderThumbnail large /> : <Thumb large content={item.content} />}
      <div className="min-w-0 flex-1">
        <ItemLink
          item={item}
          className="line-clamp-2 text-14 font-mid text-ink after:absolute after:inset-0"
        />
        <span className="block text-12 text-ink-3">{beneath}</span>
      </div>
      <ItemMenu
        item={item}
        onItemAction={onItemAction}
        trigger={<PhoneMenuButton label={t('library:actions.of', { title: item.name })} />}
      />
    </>
  )
}
