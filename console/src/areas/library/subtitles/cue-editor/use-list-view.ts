import { type RefObject, useEffect, useState } from 'react'

interface ListView {
  readonly scrollTop: number
  readonly height: number
}

/** The visible part of a scrolled list. */
export function useListView(box: RefObject<HTMLElement | null>): ListView {
  const [view, setView] = useState<ListView>({ scrollTop: 0, height: 800 })
  useEffect(() => {
    const list = box.current
    if (!list) return
    const look = () => setView({ scrollTop: list.scrollTop, height: list.clientHeight })
    const observer = new ResizeObserver(look)
    observer.observe(list)
    list.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      list.removeEventListener('scroll', look)
    }
  }, [box])
  return view
}
