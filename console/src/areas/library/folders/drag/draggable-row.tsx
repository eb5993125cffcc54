import { type ComponentProps, createContext, type ReactNode, use, useMemo } from 'react'
import { useText } from '../../../../lib/i18n'
import { cx } from '../../../../ui/cx'
import { DragHandle } from '../../../../ui/drag'
import type { Item } from '../../parts/item'
import { useDraggableItem } from './use-draggable-item'

const HandleContext = createContext<ReactNode>(null)

type DraggableRowProps = ComponentProps<'tr'> & { readonly row: Item }

/** A table row that can be dragged; a folder's row also accepts drops. */
export function DraggableRow({ row, className, ...rest }: DraggableRowProps) {
  const t = useText()
  const { ref, dragProps, dropProps, handle, isDragging, isTarget } =
    useDraggableItem<HTMLTableRowElement>(row)
  const isFixed = dragProps.draggable === 'false'
  const dragHandle = useMemo(
    () =>
      isFixed ? null : (
        <DragHandle
          label={t('library:move.drag', { title: row.name })}
          handle={handle}
          className="absolute -start-4.5 opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100"
        />
      ),
    [isFixed, t, row.name, handle],
  )
  return (
    <HandleContext value={dragHandle}>
      <tr
        {...rest}
        {...dragProps}
        {...dropProps}
        ref={ref}
        className={cx(
          className,
          isDragging && 'opacity-55',
          isTarget && 'bg-act-soft outline-2 -outline-offset-2 outline-act',
        )}
      />
    </HandleContext>
  )
}

/** The drag handle of the enclosing row. */
export function RowDragHandle() {
  return use(HandleContext)
}
