import { useCallback, useEffect, useRef } from 'react'

/** The same function in each render, which calls the latest one. For handlers, not for what a render calls. */
export function useStable<Given extends readonly unknown[]>(run: (...given: Given) => void) {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  return useCallback((...given: Given) => latest.current(...given), [])
}
