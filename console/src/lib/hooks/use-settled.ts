import { useEffect, useState } from 'react'

const pauseMs = 400

/** The value once it has not changed for a moment: for what takes longer to show than to choose. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
