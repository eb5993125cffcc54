import { type KeyboardEvent, type PointerEvent, useState } from 'react'

export interface BarRange {
  readonly first: number
  readonly last: number
}

interface State {
  /** The bar under the pointer, or the one that the keys reached. */
  readonly at: number | null
  /** The other end of the range that is being selected. */
  readonly anchor: number | null
  readonly dragging: boolean
}

const nothing: State = { at: null, anchor: null, dragging: false }

/**
 * Walks the bars of a chart by pointer and keys, and selects a range of them: by dragging, or by Shift with an arrow key
 * and Enter. Time runs from left to right in every language.
 */
export function useBarRange(count: number, onRange: ((range: BarRange) => void) | undefined) {
  const [{ at, anchor, dragging }, setState] = useState(nothing)
  const range = at === null ? null : rangeOf(anchor ?? at, at)
  const choose = () => {
    setState(nothing)
    if (range && onRange) onRange(range)
  }

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const next = barAt(event, count)
    setState((old) => (old.dragging ? { ...old, at: next } : { ...nothing, at: next }))
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!onRange || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const next = barAt(event, count)
    setState({ at: next, anchor: next, dragging: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const from = at ?? count
    const to = { ArrowLeft: from - 1, ArrowRight: (at ?? -1) + 1, Home: 0, End: count - 1 }[event.key]
    if (to !== undefined) {
      const next = Math.min(count - 1, Math.max(0, to))
      setState({ at: next, anchor: event.shiftKey ? (anchor ?? at ?? next) : null, dragging: false })
    } else if (event.key === 'Enter' && onRange) choose()
    else if (event.key === 'Escape' && at !== null) setState(nothing)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    at,
    /** The selected bars while there is more than a hint. */
    selected: anchor === null ? null : range,
    handlers: {
      onPointerMove,
      onPointerDown,
      onPointerUp: () => dragging && choose(),
      onPointerCancel: () => setState(nothing),
      onPointerLeave: () => setState((old) => (old.dragging ? old : nothing)),
      onBlur: () => setState(nothing),
      onKeyDown,
    },
  }
}

function rangeOf(one: number, other: number): BarRange {
  return { first: Math.min(one, other), last: Math.max(one, other) }
}

function barAt({ clientX, currentTarget }: PointerEvent<HTMLElement>, count: number): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  const share = width === 0 ? 0 : (clientX - left) / width
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)))
}
