import { useText } from '../../../lib/i18n'
import { PhoneMenuButton } from '../../../ui/phone-menu-button'
import { ItemLink } from '../folders/item-name'
import { FolderThumbnail } from '../items/folder-thumbnail'
import type { Item } from '../parts/item'
import { DaysLeft } from './trash-columns'
import { TrashMenu } from './trash-menu'
import { TrashThumb } from './trash-thumb'
import type { useTrashActions } from './use-trash-actions'

interface TrashCardProps {
  readonly item: Item
  readonly actions: ReturnType<typeof useTrashActions>
}

/** A trashed item in the list on a phone. */
export function TrashCard({ item, actions }: TrashCardProps) {
  const t = useText()
  return (
    <>
      {item.kind === 'folder' ? <FolderThumbnail large /> : <TrashThumb large content={item.content} />}
      <div className="min-w-0 flex-1 text-12">
        <ItemLink
          item={item}
          className="line-clamp-2 text-14 font-mid text-ink after:absolute after:inset-0"
        />
        <DaysLeft item={item} />
      </div>
      <TrashMenu
        item={item}
        actions={actions}
        trigger={<PhoneMenuButton label={t('library:actions.of', { title: item.name })} />}
      />
    </>
  )
}
