import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useRef } from 'react'
import { useDragSource, useDropPlace } from '../../../../ui/drag'
import { useWorkspace } from '../../../identity'
import type { Item } from '../../parts/item'
import type { MoveTarget } from '../use-move'
import { useItemDrag } from './item-drag'

/** Makes an item draggable, and a folder a drop target. */
export function useDraggableItem<E extends HTMLElement>(item: Item) {
  const ref = useRef<E>(null)
  const drag = useItemDrag()
  const source = useDragSource({
    disabled: !drag.may(item),
    preview: () => drag.labelOf(item),
    onStart: () => drag.start(item),
    onEnd: drag.clear,
  })
  const target = useDropTarget(ref, item, item.kind === 'folder')
  return { ref, ...source, ...target }
}

/** A drop target. A folder opens when a dragged item rests on it. */
export function useDropTarget(ref: RefObject<HTMLElement | null>, { id, name }: MoveTarget, accepts = true) {
  const drag = useItemDrag()
  const navigate = useNavigate()
  const { environment } = useWorkspace()
  const open = () =>
    void navigate({
      to: '/$environmentId/dam',
      params: { environmentId: environment.id },
      search: id === null ? {} : { folder: id },
    })
  return useDropPlace({
    ref,
    disabled: !accepts,
    takes: () => drag.canDrop(id),
    onDrop: () => drag.drop({ id, name }),
    onRest: open,
  })
}
