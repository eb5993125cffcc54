import { type PointerEvent, type RefObject, useEffect, useState } from 'react'

/** A cable that is being drawn. */
export interface Drag {
  readonly inputId: string
  /** Place of the input in its column. */
  readonly number: number
  /** Place of the pointer, in the gutter between both columns. */
  readonly xPercent: number
  readonly yPx: number
  /** The destination under the pointer. */
  readonly destinationId: string | null
}

/** Attribute of destinations that cables can be dropped on. */
export const dropAttribute = 'data-destination'
/** A press that moves less is no drag. */
const leastPx = 6

interface Start {
  readonly inputId: string
  readonly number: number
  readonly x: number
  readonly y: number
}

/** Draws a cable from a jack to a destination by pointer. */
export function useDrag(
  gutter: RefObject<HTMLElement | null>,
  onDrop: (inputId: string, destinationId: string) => void,
) {
  const [begun, setBegun] = useState<Start | null>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  useEffect(() => {
    if (begun === null) return
    const move = (event: globalThis.PointerEvent) => {
      const { clientX, clientY } = event
      if (Math.hypot(clientX - begun.x, clientY - begun.y) < leastPx) return
      setDrag({
        ...begun,
        ...placeIn(gutter.current, clientX, clientY),
        destinationId: idAt(clientX, clientY),
      })
    }
    const end = ({ clientX, clientY, type }: globalThis.PointerEvent) => {
      const hasMoved = Math.hypot(clientX - begun.x, clientY - begun.y) >= leastPx
      const id = type === 'pointerup' && hasMoved ? idAt(clientX, clientY) : null
      if (id !== null) onDrop(begun.inputId, id)
      setBegun(null)
      setDrag(null)
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', end)
    addEventListener('pointercancel', end)
    return () => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', end)
    }
  }, [begun, gutter, onDrop])
  return {
    drag,
    start: (inputId: string, number: number, { clientX, clientY, button }: PointerEvent) => {
      if (button === 0) setBegun({ inputId, number, x: clientX, y: clientY })
    },
  }
}

function placeIn(gutter: HTMLElement | null, clientX: number, clientY: number) {
  const { left = 0, right = 0, top = 0, width = 1 } = gutter?.getBoundingClientRect() ?? {}
  const isRtl = document.documentElement.dir === 'rtl'
  return { xPercent: ((isRtl ? right - clientX : clientX - left) / width) * 100, yPx: clientY - top }
}

/** A destination that takes the cable. */
function idAt(clientX: number, clientY: number): string | null {
  const element = document.elementFromPoint(clientX, clientY)?.closest(`[${dropAttribute}]`)
  return element?.getAttribute(dropAttribute) ?? null
}
