import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { Folder } from '@phosphor-icons/react/dist/csr/Folder'
import { type ComponentType, memo, use, useMemo } from 'react'
import { useFormat } from '../../../lib/format'
import { useStable } from '../../../lib/hooks/use-stable'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'
import { DragHandle } from '../../../ui/drag'
import { IconButton } from '../../../ui/icon-button'
import type { Selection } from '../../../ui/table-parts'
import { SelectionContext } from '../../../ui/table-row'
import { bytesOf, type Item, itemCountOf } from '../parts/item'
import { TestMark } from '../parts/test-mark'
import { type SelectTile, TileCorner, useSelectTile } from '../tiles/tile-corner'
import { TileThumb } from '../tiles/tile-thumb'
import { TileNote, TilesSkeleton, tilesLook } from '../tiles/tiles'
import { useDraggableItem } from './drag/use-draggable-item'
import { type ItemAction, ItemMenu } from './item-menu'
import { ItemLink, useVideoNote } from './item-name'

interface ItemGridProps {
  /** Undefined while the first page is loading. */
  readonly items: readonly Item[] | undefined
  readonly selection: Selection
  readonly folderNameOf: (item: Item) => string | undefined
  readonly onItemAction: (action: ItemAction, items: readonly Item[]) => void
}

/** Folders as cards, videos as thumbnails. */
export function ItemGrid({ items, selection, folderNameOf, onItemAction }: ItemGridProps) {
  const t = useText()
  const onSelect = useSelectTile(selection)
  const act = useStable(onItemAction)
  const { selected } = selection
  if (!items) return <TilesSkeleton />
  const folders = items.filter(({ kind }) => kind === 'folder')
  const videos = items.filter(({ kind }) => kind === 'video')
  const card = (Card: ComponentType<CardProps>) => (item: Item) => (
    <Card key={item.id} item={item} folderName={folderNameOf(item)} onSelect={onSelect} onItemAction={act} />
  )
  return (
    <SelectionContext value={selection}>
      <div
        data-selecting={selected.size > 0 || undefined}
        className="group/tiles flex flex-col gap-5 pt-2 pb-4"
      >
        {folders.length > 0 && (
          <ul aria-label={t('library:dam.folders')} className={cx(tilesLook, 'gap-y-3')}>
            {folders.map(card(FolderCard))}
          </ul>
        )}
        {videos.length > 0 && (
          <ul aria-label={t('library:videos.title')} className={cx(tilesLook, 'gap-y-5')}>
            {videos.map(card(VideoCard))}
          </ul>
        )}
      </div>
    </SelectionContext>
  )
}

interface CardProps extends Pick<ItemGridProps, 'onItemAction'> {
  readonly item: Item
  /** Its folder, if it is not the open one. */
  readonly folderName: string | undefined
  readonly onSelect: SelectTile
}

// Cards are expensive to render because of dragging, so only their parts that show the selection read it.
const FolderCard = memo(function FolderCard(props: CardProps) {
  const { item, folderName, onSelect, onItemAction } = props
  const format = useFormat()
  const { ref, dragProps, dropProps, handle, isDragging, isTarget } = useDraggableItem<HTMLLIElement>(item)
  return (
    <li
      ref={ref}
      {...dragProps}
      {...dropProps}
      // During a keyboard drag, focus moves only between drop targets.
      tabIndex={-1}
      className={cx(
        'group/row relative flex h-[54px] items-center gap-2.5 rounded-2 border bg-panel ps-3.5 pe-1.5',
        'has-checked:border-act has-checked:shadow-[0_0_0_1px_var(--act)] not-has-checked:hover:border-rule-3',
        isTarget ? 'border-act shadow-[0_0_0_1px_var(--act)]' : 'border-rule-2',
        isTarget && 'bg-act-soft',
        isDragging && 'opacity-55',
      )}
    >
      <Folder size={20} weight="fill" className="shrink-0 text-ink-3" aria-hidden />
      <span className="min-w-0 flex-1">
        <ItemLink item={item} className="cut block font-mid text-ink after:absolute after:inset-0" />
        {folderName !== undefined && <span className="cut block text-12 text-ink-3">{folderName}</span>}
      </span>
      {item.kind === 'folder' && (
        <span className="tabular text-12 text-ink-3 pointer-coarse:hidden">
          {format.number(itemCountOf(item.folder))}
        </span>
      )}
      <Corner
        item={item}
        onSelect={onSelect}
        onItemAction={onItemAction}
        handle={handle}
        fixed={isFixed(dragProps)}
        className="inset-y-px end-1.5"
      />
    </li>
  )
})

const VideoCard = memo(function VideoCard(props: CardProps) {
  const { item, folderName, onSelect, onItemAction } = props
  const note = useVideoNote()
  const format = useFormat()
  const { ref, dragProps, handle, isDragging } = useDraggableItem<HTMLLIElement>(item)
  if (item.kind === 'folder') return null
  const bytes = bytesOf(item)
  // The thumbnail shows the duration.
  const state = item.content.stage === null && item.content.status === 'ready' ? undefined : note(item)
  return (
    <li ref={ref} {...dragProps} className={cx('group/row relative min-w-0', isDragging && 'opacity-55')}>
      <TileThumb content={item.content} />
      <span className="mt-1.5 flex items-center gap-2">
        <ItemLink item={item} className="cut min-w-0 font-mid text-ink after:absolute after:inset-0" />
        <TestMark content={item.content} />
      </span>
      <TileNote parts={[folderName, state, bytes > 0 ? format.bytes(bytes) : undefined]} />
      <Corner
        item={item}
        onSelect={onSelect}
        onItemAction={onItemAction}
        handle={handle}
        fixed={isFixed(dragProps)}
        className="end-1.5 top-1.5 rounded-2 shadow-lift-1"
      />
    </li>
  )
})

function isFixed({ draggable }: { readonly draggable?: unknown }): boolean {
  return draggable === 'false'
}

interface CornerProps extends Pick<CardProps, 'item' | 'onSelect' | 'onItemAction'> {
  readonly handle: ReturnType<typeof useDraggableItem>['handle']
  readonly fixed: boolean
  readonly className: string
}

/** Drag handle, checkbox and menu, above the link that covers the card. */
const Corner = memo(function Corner(props: CornerProps) {
  const { item, onSelect, onItemAction, handle, fixed, className } = props
  const t = useText()
  const isSelected = use(SelectionContext)?.selected.has(item.id) ?? false
  // The same elements for every selection, so that React does not render them again.
  const dragHandle = useMemo(
    () => !fixed && <DragHandle label={t('library:move.drag', { title: item.name })} handle={handle} />,
    [fixed, t, item.name, handle],
  )
  const menu = useMemo(
    () => (
      <ItemMenu
        item={item}
        onItemAction={onItemAction}
        trigger={
          <IconButton size="small" label={t('library:actions.of', { title: item.name })}>
            <DotsThree size={16} weight="bold" />
          </IconButton>
        }
      />
    ),
    [item, onItemAction, t],
  )
  return (
    <TileCorner
      id={item.id}
      name={item.name}
      isSelected={isSelected}
      onSelect={onSelect}
      className={className}
      handle={dragHandle}
      menu={menu}
    />
  )
})
