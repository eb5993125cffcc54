import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useRef } from 'react'
import { useDragSource, useDropPlace } from '../../../../ui/drag'
import { useHere } from '../../../identity'
import type { Item } from '../../contents/item'
import type { Spot } from '../use-move'
import { useCarry } from './carry'

/** Makes an item draggable, and a folder a drop target. */
export function useCarried<E extends HTMLElement>(item: Item) {
  const ref = useRef<E>(null)
  const carry = useCarry()
  const source = useDragSource({
    disabled: !carry.may(item),
    preview: () => carry.named(item),
    onStart: () => carry.take(item),
    onEnd: carry.letGo,
  })
  const place = useSpot(ref, item, item.kind === 'folder')
  return { ref, ...source, ...place }
}

/** A drop target. A folder opens when a dragged item rests on it. */
export function useSpot(ref: RefObject<HTMLElement | null>, { id, name }: Spot, takesThings = true) {
  const carry = useCarry()
  const navigate = useNavigate()
  const { environment } = useHere()
  const open = () =>
    void navigate({
      to: '/$environmentId/dam',
      params: { environmentId: environment.id },
      search: id === null ? {} : { folder: id },
    })
  return useDropPlace({
    ref,
    disabled: !takesThings,
    takes: () => carry.fits(id),
    onDrop: () => carry.putIn({ id, name }),
    onRest: open,
  })
}
