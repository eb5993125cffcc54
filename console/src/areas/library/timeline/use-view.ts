import { type RefObject, useEffect, useState } from 'react'
import { followIn, moveView, type View, viewFrom, zoomView } from './view'

/** The shortest view in seconds. */
const leastS = 4

interface Given {
  readonly duration: number
  /** The current time, which stays visible. */
  readonly time: number
  /** The first and the longest length of the view in seconds. */
  readonly length: number
  readonly longest: number
  readonly lanes: RefObject<HTMLElement | null>
}

export interface MovableView {
  readonly view: View
  /** Undefined at the limits. */
  readonly zoomOut: (() => void) | undefined
  readonly zoomIn: (() => void) | undefined
  /** Moves the view by a share of its length. */
  pan(share: number): void
  /** The time at a pointer position. */
  timeAt(clientX: number): number
}

/** The part of a video that a timeline shows: it follows the playhead, is scrolled sideways, and zooms. */
export function useView({ duration, time, length, longest, lanes }: Given): MovableView {
  const [view, setView] = useState(() => viewFrom(0, length, duration))
  const [known, setKnown] = useState(time)
  if (known !== time) {
    setKnown(time)
    setView(followIn(view, time))
  }

  useEffect(() => {
    const box = lanes.current
    if (!box) return
    const scroll = (event: WheelEvent) => {
      const by = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX
      if (Math.abs(by) < Math.abs(event.shiftKey ? 0 : event.deltaY) || by === 0) return
      event.preventDefault()
      setView((now) => moveView(now, (by / box.clientWidth) * (now.end - now.start)))
    }
    box.addEventListener('wheel', scroll, { passive: false })
    return () => box.removeEventListener('wheel', scroll)
  }, [lanes])

  const shown = view.end - view.start
  const most = Math.min(longest, duration)
  const zoom = (to: number) => () =>
    setView((now) => zoomView(now, Math.min(most, Math.max(Math.min(leastS, duration), to)), time))
  return {
    view,
    zoomOut: shown < most ? zoom(shown * 2) : undefined,
    zoomIn: shown > leastS ? zoom(shown / 2) : undefined,
    pan: (share) => setView((now) => moveView(now, share * (now.end - now.start))),
    timeAt: (clientX) => {
      if (!lanes.current) return 0
      const { left, width } = lanes.current.getBoundingClientRect()
      const position = Math.min(1, Math.max(0, (clientX - left) / width))
      return view.start + position * shown
    },
  }
}
