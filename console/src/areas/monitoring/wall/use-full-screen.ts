import { type RefObject, useEffect, useState } from 'react'

/** Shows an element on the full screen, and on again as a part of the page. */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const changed = () =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [element])
  const toggle = () => {
    if (isFull) void document.exitFullscreen()
    // Some phones have no full screen for pages.
    else void element.current?.requestFullscreen?.().catch(() => undefined)
  }
  return { isFull, toggle }
}
