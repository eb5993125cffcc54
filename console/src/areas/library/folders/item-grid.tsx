import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { Folder } from '@phosphor-icons/react/dist/csr/Folder'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { cx } from '../../../ui/cx'
import { DragHandle } from '../../../ui/drag'
import { IconButton } from '../../../ui/icon-button'
import { Skeleton } from '../../../ui/skeleton'
import type { Selection } from '../../../ui/table-parts'
import { withKey } from '../../../ui/table-row'
import { bytesOf, type Item, itemCountOf } from '../contents/item'
import { Thumb } from '../images/thumb'
import { TestMark } from '../uploads/test-mark'
import { useDraggableItem } from './drag/use-draggable-item'
import { type ItemAction, ItemMenu } from './item-menu'
import { ItemLink, useVideoNote } from './item-name'

interface ItemGridProps {
  /** Undefined while the first page is loading. */
  readonly items: readonly Item[] | undefined
  readonly selection: Selection
  readonly placeOf: (item: Item) => string | undefined
  readonly onItemAction: (action: ItemAction, items: readonly Item[]) => void
}

const tiles = 'grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-x-3 max-sm:grid-cols-2'

/** Folders as cards, videos as thumbnails. */
export function ItemGrid({ items, ...rest }: ItemGridProps) {
  const t = useText()
  if (!items) return <GridSkeleton />
  const folders = items.filter(({ kind }) => kind === 'folder')
  const videos = items.filter(({ kind }) => kind === 'video')
  return (
    <div className="flex flex-col gap-5 pt-2 pb-4">
      {folders.length > 0 && (
        <ul aria-label={t('library:dam.folders')} className={cx(tiles, 'gap-y-3')}>
          {folders.map((item) => (
            <FolderCard key={item.id} item={item} {...rest} />
          ))}
        </ul>
      )}
      {videos.length > 0 && (
        <ul aria-label={t('library:videos.title')} className={cx(tiles, 'gap-y-5')}>
          {videos.map((item) => (
            <VideoCard key={item.id} item={item} {...rest} />
          ))}
        </ul>
      )}
    </div>
  )
}

interface CardProps extends Omit<ItemGridProps, 'items'> {
  readonly item: Item
}

function FolderCard({ item, selection, onItemAction, placeOf }: CardProps) {
  const format = useFormat()
  const { ref, dragProps, dropProps, handle, isDragging, isTarget } = useDraggableItem<HTMLLIElement>(item)
  const selected = selection.selected.has(item.id)
  const place = placeOf(item)
  return (
    <li
      ref={ref}
      {...dragProps}
      {...dropProps}
      // During a keyboard drag, focus moves only between drop targets.
      tabIndex={-1}
      className={cx(
        'group/row relative flex h-[54px] items-center gap-2.5 rounded-2 border bg-panel ps-3.5 pe-1.5 hover:border-rule-3',
        isTarget || selected ? 'border-act shadow-[0_0_0_1px_var(--act)]' : 'border-rule-2',
        isTarget && 'bg-act-soft',
        isDragging && 'opacity-55',
      )}
    >
      <Folder size={20} weight="fill" className="shrink-0 text-ink-3" aria-hidden />
      <span className="min-w-0 flex-1">
        <ItemLink item={item} className="cut block font-mid text-ink after:absolute after:inset-0" />
        {place !== undefined && <span className="cut block text-12 text-ink-3">{place}</span>}
      </span>
      {item.kind === 'folder' && (
        <span className="tabular text-12 text-ink-3 pointer-coarse:hidden">
          {format.number(itemCountOf(item.folder))}
        </span>
      )}
      <Corner
        item={item}
        selection={selection}
        onItemAction={onItemAction}
        handle={handle}
        fixed={isFixed(dragProps)}
        className="inset-y-px end-1.5"
      />
    </li>
  )
}

function VideoCard({ item, selection, onItemAction, placeOf }: CardProps) {
  const note = useVideoNote()
  const format = useFormat()
  const { ref, dragProps, handle, isDragging } = useDraggableItem<HTMLLIElement>(item)
  if (item.kind === 'folder') return null
  const selected = selection.selected.has(item.id)
  const bytes = bytesOf(item)
  // The thumbnail shows the duration.
  const state = item.content.stage === null && item.content.status === 'ready' ? undefined : note(item)
  const beneath = [placeOf(item), state, bytes > 0 && format.bytes(bytes)].filter(Boolean)
  return (
    <li ref={ref} {...dragProps} className={cx('group/row relative min-w-0', isDragging && 'opacity-55')}>
      <span className={cx('block rounded-1', selected && 'outline-2 outline-offset-2 outline-act')}>
        <Thumb wide content={item.content} />
      </span>
      <span className="mt-1.5 flex items-center gap-2">
        <ItemLink item={item} className="cut min-w-0 font-mid text-ink after:absolute after:inset-0" />
        <TestMark content={item.content} />
      </span>
      <span className="cut tabular block text-12 text-ink-3">
        {beneath.map((part, at) => (
          <span key={String(part)}>
            {at > 0 && ' · '}
            <bdi>{part}</bdi>
          </span>
        ))}
      </span>
      <Corner
        item={item}
        selection={selection}
        onItemAction={onItemAction}
        handle={handle}
        fixed={isFixed(dragProps)}
        className="end-1.5 top-1.5 rounded-2 shadow-lift-1"
      />
    </li>
  )
}

function isFixed({ draggable }: { readonly draggable?: unknown }): boolean {
  return draggable === 'false'
}

interface CornerProps extends Pick<ItemGridProps, 'selection' | 'onItemAction'> {
  readonly item: Item
  readonly handle: ReturnType<typeof useDraggableItem>['handle']
  readonly fixed: boolean
  readonly className: string
}

/** Drag handle, checkbox and menu, above the link that covers the card. */
function Corner({ item, selection, onItemAction, handle, fixed, className }: CornerProps) {
  const t = useText()
  const { selected, onChange } = selection
  return (
    <span
      className={cx(
        'absolute z-1 flex items-center gap-0.5 bg-panel ps-1 pointer-coarse:opacity-100',
        selected.size === 0 &&
          'opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 has-aria-expanded:opacity-100',
        className,
      )}
    >
      {!fixed && <DragHandle label={t('library:move.drag', { title: item.name })} handle={handle} />}
      <span className="grid size-7 place-items-center">
        <Checkbox
          label={t('ui:selectRow', { name: item.name })}
          checked={selected.has(item.id)}
          onChange={(on) => onChange(withKey(selected, item.id, on))}
        />
      </span>
      <ItemMenu
        item={item}
        onItemAction={onItemAction}
        trigger={
          <IconButton size="small" label={t('library:actions.of', { title: item.name })}>
            <DotsThree size={16} weight="bold" />
          </IconButton>
        }
      />
    </span>
  )
}

function GridSkeleton() {
  return (
    <ul aria-hidden className={cx(tiles, 'gap-y-5 pt-2')}>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((card) => (
        <li key={card} className="flex flex-col gap-2">
          <Skeleton className="aspect-[16/9] w-full" />
          <Skeleton className="h-2.5 w-3/5" />
        </li>
      ))}
    </ul>
  )
}
