import { DotsSixVertical } from '@phosphor-icons/react/dist/csr/DotsSixVertical'
import { type RefObject, useMemo, useRef } from 'react'
import { Button, type ButtonProps } from 'react-aria-components/Button'
import { type DragOptions, useDrag } from 'react-aria-components/useDrag'
import { useDrop } from 'react-aria-components/useDrop'
import { useStable } from '../lib/hooks/use-stable'
import { cx } from './cx'

type PressEvent = Parameters<NonNullable<ButtonProps['onPress']>>[0]

/** A private MIME type, so that other applications do not accept the drop. The data stays in the page. */
const kind = 'application/x-kinora-items'

interface DragSourceOptions {
  readonly disabled: boolean
  /** The label under the pointer: a name, or a count. */
  readonly preview: () => string
  readonly onStart: () => void
  readonly onEnd: () => void
}

/** Makes an element draggable by pointer, by touch, and by keyboard from its handle. */
export function useDragSource({ disabled, preview, onStart, onEnd }: DragSourceOptions) {
  const paint = useRef<NonNullable<DragOptions['preview']>['current']>(null)
  paint.current = (_, show) => {
    const pill = pillWith(preview())
    show(pill)
    requestAnimationFrame(() => pill.remove())
  }
  const { dragProps, dragButtonProps, isDragging } = useDrag({
    hasDragButton: true,
    isDisabled: disabled,
    preview: paint,
    getItems: () => [{ [kind]: 'items' }],
    getAllowedDropOperations: () => ['move'],
    onDragStart: onStart,
    onDragEnd: onEnd,
  })
  const { 'aria-describedby': describedBy, onPress } = dragButtonProps
  const press = useStable((event: PressEvent) => onPress?.(event as Parameters<typeof onPress>[0]))
  // The same handle in each render: React Aria renders sources again whenever the pointer or the keyboard takes over.
  const handle = useMemo(() => ({ describedBy, onPress: press }), [describedBy, press])
  return { dragProps, handle, isDragging }
}

interface DropPlaceOptions {
  readonly ref: RefObject<HTMLElement | null>
  readonly disabled: boolean
  /** Whether the dragged items can be dropped here. */
  readonly takes: () => boolean
  readonly onDrop: () => void
  /** Called after hovering for a while. */
  readonly onRest?: () => void
}

/** Makes an element a drop target. */
export function useDropPlace({ ref, disabled, takes, onDrop, onRest }: DropPlaceOptions) {
  const { dropProps, isDropTarget } = useDrop({
    ref,
    isDisabled: disabled,
    getDropOperation: (types) => (types.has(kind) && takes() ? 'move' : 'cancel'),
    onDrop,
    ...(onRest && { onDropActivate: onRest }),
  })
  return { dropProps, isTarget: isDropTarget }
}

interface DragHandleProps {
  readonly label: string
  readonly handle: ReturnType<typeof useDragSource>['handle']
  readonly className?: string
}

/** Starts a keyboard drag: Tab moves between drop targets, Enter drops, Escape cancels. */
export function DragHandle({ label, handle, className }: DragHandleProps) {
  const { describedBy, onPress } = handle
  return (
    <Button
      aria-label={label}
      {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
      onPress={onPress}
      className={cx(
        'grid h-7 w-4 shrink-0 cursor-grab place-items-center rounded-1 text-ink-3 hover:text-ink pointer-coarse:hidden',
        className,
      )}
    >
      <DotsSixVertical size={14} weight="bold" />
    </Button>
  )
}

/** The browser takes the drag image from an element that exists for one frame. */
function pillWith(text: string): HTMLElement {
  const pill = document.createElement('div')
  pill.textContent = text
  pill.dir = 'auto'
  pill.className =
    'cut fixed -top-100 start-0 max-w-60 rounded-2 bg-ink px-3 py-2 text-13 font-head text-paper shadow-lift-2'
  document.body.append(pill)
  return pill
}
