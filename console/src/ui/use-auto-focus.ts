import { useEffect, useRef } from 'react'

/**
 * Focuses an element that opened, after the popover that it replaces is closed: with `autofocus` it would be focused
 * before, and an open popover takes the focus back.
 */
export function useAutoFocus(isWanted: boolean, element: () => HTMLElement | null): void {
  const first = useRef({ isWanted, element })
  useEffect(() => {
    if (first.current.isWanted) first.current.element()?.focus()
  }, [])
}
