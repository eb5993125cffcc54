import { useMemo } from 'react'
import { type Formatter, none, useFormat } from '../../../lib/format'
import { useStable } from '../../../lib/hooks/use-stable'
import { type Translate, useText } from '../../../lib/i18n'
import { Moment } from '../../../ui/moment'
import { RowMenuButton } from '../../../ui/row-menu-button'
import type { Column } from '../../../ui/table-parts'
import { FolderThumbnail } from '../items/folder-thumbnail'
import { bytesOf, type Item, itemCountOf } from '../parts/item'
import { TestMark } from '../parts/test-mark'
import type { DamSort } from '../search'
import { Thumb } from '../tiles/thumb'
import { RowDragHandle } from './drag/draggable-row'
import { type ItemAction, ItemMenu } from './item-menu'
import { ItemLink, useVideoNote } from './item-name'

interface ItemColumnsOptions {
  readonly onItemAction: (action: ItemAction, items: readonly Item[]) => void
  /** The item's folder, if it is not the open one. */
  readonly folderNameOf: (item: Item) => string | undefined
}

/** Columns for folders and videos. */
export function useItemColumns({
  onItemAction,
  folderNameOf,
}: ItemColumnsOptions): readonly Column<Item, DamSort>[] {
  const t = useText()
  const format = useFormat()
  const act = useStable(onItemAction)
  return useMemo(
    () => columnsOf(t, format, { onItemAction: act, folderNameOf }),
    [t, format, act, folderNameOf],
  )
}

function columnsOf(
  t: Translate,
  format: Formatter,
  { onItemAction, folderNameOf }: ItemColumnsOptions,
): readonly Column<Item, DamSort>[] {
  return [
    {
      id: 'name',
      head: t('library:dam.name'),
      sorts: ['title', '-title'],
      cell: (item) => <NameCell item={item} folderName={folderNameOf(item)} />,
    },
    {
      id: 'items',
      head: t('library:dam.items'),
      width: '96px',
      number: true,
      from: 'md',
      sorts: ['-items', 'items'],
      cell: (item) => (
        <span className="text-ink-2">
          {item.kind === 'folder' ? format.number(itemCountOf(item.folder)) : none}
        </span>
      ),
    },
    {
      id: 'size',
      head: t('library:columns.size'),
      width: '108px',
      number: true,
      sorts: ['-size', 'size'],
      cell: (item) => (
        <span className="text-ink-2">{bytesOf(item) > 0 ? format.bytes(bytesOf(item)) : none}</span>
      ),
    },
    {
      id: 'added',
      head: t('library:columns.added'),
      width: '136px',
      from: 'lg',
      sorts: ['-createdAt', 'createdAt'],
      cell: (item) => {
        const at = item.kind === 'folder' ? item.folder.createdAt : item.content.createdAt
        return <Moment time={at} />
      },
    },
    {
      id: 'menu',
      head: t('library:columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (item) => (
        <ItemMenu
          item={item}
          onItemAction={onItemAction}
          trigger={<RowMenuButton label={t('library:actions.of', { title: item.name })} />}
        />
      ),
    },
  ]
}

function NameCell({ item, folderName }: { readonly item: Item; readonly folderName: string | undefined }) {
  const note = useVideoNote()
  const beneath = folderName ?? note(item)
  return (
    <span className="relative flex items-center gap-3">
      <RowDragHandle />
      {item.kind === 'folder' ? <FolderThumbnail /> : <Thumb content={item.content} />}
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <ItemLink item={item} className="cut min-w-0 font-mid text-ink" />
          {item.kind === 'video' && <TestMark content={item.content} />}
        </span>
        {beneath !== undefined && (
          <span dir="auto" className="own-way cut block text-12 text-ink-3" title={beneath}>
            <bdi>{beneath}</bdi>
          </span>
        )}
      </span>
    </span>
  )
}
