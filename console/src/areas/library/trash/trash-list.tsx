import { DotsThreeVertical } from '@phosphor-icons/react/dist/csr/DotsThreeVertical'
import { useText } from '../../../lib/i18n'
import { IconButton } from '../../../ui/icon-button'
import { FolderThumbnail } from '../folders/folder-thumbnail'
import { ItemLink } from '../folders/item-name'
import type { Item } from '../parts/item'
import { DaysLeft } from './trash-columns'
import { TrashMenu } from './trash-menu'
import { TrashThumb } from './trash-thumb'
import type { useTrashActions } from './use-trash-actions'

interface TrashListProps {
  readonly items: readonly Item[]
  readonly actions: ReturnType<typeof useTrashActions>
}

/** The trash on a phone. */
export function TrashList({ items, actions }: TrashListProps) {
  const t = useText()
  return (
    <ul aria-label={t('library:trash.title')} className="-mx-4 border-t border-rule">
      {items.map((item) => (
        <li key={item.id} className="relative flex items-start gap-3 border-b border-rule py-2.5 ps-4 pe-1">
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
            trigger={
              <IconButton label={t('library:actions.of', { title: item.name })} className="relative size-11">
                <DotsThreeVertical size={20} weight="bold" />
              </IconButton>
            }
          />
        </li>
      ))}
    </ul>
  )
}
