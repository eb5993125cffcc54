import { useEffect, useRef, useState } from 'react'

const typingPauseMs = 250

/** The text of a search field, reported after a pause in typing. A new value from outside replaces it. */
export function useTyped(told: string, tell: (phrase: string) => void) {
  const [typed, setTyped] = useState(told)
  const lastTold = useRef(told)
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })
  useEffect(() => {
    if (told === lastTold.current) return
    lastTold.current = told
    setTyped(told)
  }, [told])
  useEffect(() => {
    const phrase = typed.trim()
    if (phrase === lastTold.current) return
    const timer = setTimeout(() => {
      lastTold.current = phrase
      latest.current(phrase)
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped] as const
}
