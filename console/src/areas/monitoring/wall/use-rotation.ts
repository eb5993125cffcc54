import { useEffect, useRef, useState } from 'react'
import type { ShownWall } from '../shown-wall'

export interface Rotation {
  /** Whether there are several pages that follow each other. */
  readonly isOn: boolean
  readonly isPaused: boolean
  readonly setPaused: (isPaused: boolean) => void
}

/** Shows the next page after some seconds, and the first one after the last. */
export function useRotation({ rotateS, pages, page }: ShownWall, onPage: (page: number) => void): Rotation {
  const [isPaused, setPaused] = useState(false)
  const isOn = rotateS > 0 && pages > 1
  const show = useRef(onPage)
  show.current = onPage
  useEffect(() => {
    if (!isOn || isPaused) return
    const timer = setTimeout(() => show.current(page < pages ? page + 1 : 1), rotateS * 1000)
    return () => clearTimeout(timer)
  }, [isOn, isPaused, rotateS, page, pages])
  return { isOn, isPaused, setPaused }
}
