import { DotsThreeVertical } from '@phosphor-icons/react/dist/csr/DotsThreeVertical'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { IconButton } from '../../../ui/icon-button'
import { useFolderSummary } from '../contents/item-line'
import { PhoneSkeleton } from '../contents/phone-skeleton'
import { Thumb } from '../images/thumb'
import { bytesOf, type Item } from '../parts/item'
import { FolderThumbnail } from './folder-thumbnail'
import { type ItemAction, ItemMenu } from './item-menu'
import { ItemLink, useVideoNote } from './item-name'

interface ItemListProps {
  /** Undefined while the first page is loading. */
  readonly items: readonly Item[] | undefined
  readonly onItemAction: (action: ItemAction, items: readonly Item[]) => void
}

/** The content of a folder on a phone. */
export function ItemList({ items, onItemAction }: ItemListProps) {
  const t = useText()
  if (!items) return <PhoneSkeleton />
  return (
    <ul aria-label={t('library:dam.title')} className="-mx-4 border-t border-rule">
      {items.map((item) => (
        <ListRow key={item.id} item={item} onItemAction={onItemAction} />
      ))}
    </ul>
  )
}

function ListRow({ item, onItemAction }: Pick<ItemListProps, 'onItemAction'> & { readonly item: Item }) {
  const t = useText()
  const format = useFormat()
  const inFolder = useFolderSummary()
  const note = useVideoNote()
  const bytes = bytesOf(item)
  const beneath =
    item.kind === 'folder' ? inFolder(item.folder) : bytes > 0 ? format.bytes(bytes) : note(item)
  return (
    <li className="relative flex items-start gap-3 border-b border-rule py-2.5 ps-4 pe-1">
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
        trigger={
          <IconButton label={t('library:actions.of', { title: item.name })} className="relative size-11">
            <DotsThreeVertical size={20} weight="bold" />
          </IconButton>
        }
      />
    </li>
  )
}
