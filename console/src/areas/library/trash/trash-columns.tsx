import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Moment } from '../../../ui/moment'
import { RowMenuButton } from '../../../ui/row-menu-button'
import type { Column } from '../../../ui/table-parts'
import { ItemLink } from '../folders/item-name'
import { FolderThumbnail } from '../items/folder-thumbnail'
import { useFolderSummary } from '../items/item-line'
import { bytesOf, daysLeft, type Item, trashedAtOf } from '../parts/item'
import type { TrashSort } from '../search'
import { TrashMenu } from './trash-menu'
import { TrashThumb } from './trash-thumb'
import type { useTrashActions } from './use-trash-actions'

export function useTrashColumns(
  actions: ReturnType<typeof useTrashActions>,
): readonly Column<Item, TrashSort>[] {
  const t = useText()
  const format = useFormat()
  return [
    {
      id: 'name',
      head: t('library:dam.name'),
      sorts: ['title', '-title'],
      cell: (item) => <NameCell item={item} />,
    },
    {
      id: 'size',
      head: t('library:columns.size'),
      width: '96px',
      number: true,
      from: 'md',
      sorts: ['-size', 'size'],
      cell: (item) => (
        <span className="text-ink-2">{bytesOf(item) > 0 ? format.bytes(bytesOf(item)) : none}</span>
      ),
    },
    {
      id: 'went',
      head: t('library:trash.went'),
      width: '136px',
      from: 'md',
      sorts: ['-trashedAt', 'trashedAt'],
      cell: (item) => <TrashedDate at={trashedAtOf(item)} />,
    },
    {
      id: 'left',
      head: t('library:trash.left'),
      width: '112px',
      sorts: ['goneAt', '-goneAt'],
      cell: (item) => <DaysLeft item={item} />,
    },
    {
      id: 'menu',
      head: t('library:columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (item) => (
        <TrashMenu
          item={item}
          actions={actions}
          trigger={<RowMenuButton label={t('library:actions.of', { title: item.name })} />}
        />
      ),
    },
  ]
}

/** How long the item can still be restored. */
export function DaysLeft({ item }: { readonly item: Item }) {
  const t = useText()
  const format = useFormat()
  const at = trashedAtOf(item)
  const ends = item.kind === 'video' ? item.content.expiresAt : null
  if (ends !== null)
    return (
      <span className="tabular text-ink-2">
        {format.timeSpan((new Date(ends).getTime() - Date.now()) / 1000)}
      </span>
    )
  return <span className="tabular text-ink-2">{at && t('library:trash.days', { count: daysLeft(at) })}</span>
}

function TrashedDate({ at }: { readonly at: string | null }) {
  return at === null ? none : <Moment time={at} />
}

function NameCell({ item }: { readonly item: Item }) {
  const inFolder = useFolderSummary()
  return (
    <span className="flex items-center gap-3">
      {item.kind === 'folder' ? <FolderThumbnail /> : <TrashThumb content={item.content} />}
      <span className="min-w-0 flex-1">
        <ItemLink item={item} className="cut block font-mid text-ink" />
        {item.kind === 'folder' && (
          <span className="cut block text-12 text-ink-3">{inFolder(item.folder)}</span>
        )}
      </span>
    </span>
  )
}
