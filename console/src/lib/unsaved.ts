import { useEffect } from 'react'

const marks = new Set<object>()

/** Registers unsaved changes while `active` is true. */
export function useUnsaved(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const mark = {}
    marks.add(mark)
    return () => void marks.delete(mark)
  }, [active])
}

export function hasUnsaved(): boolean {
  return marks.size > 0
}
