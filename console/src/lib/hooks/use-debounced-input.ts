import { useEffect, useRef, useState } from 'react'

const typingPauseMs = 250

/** The text of a search field, reported after a pause in typing. A new value from outside replaces it. */
export function useDebouncedInput(value: string, onChange: (phrase: string) => void) {
  const [typed, setTyped] = useState(value)
  const lastReported = useRef(value)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    if (value === lastReported.current) return
    lastReported.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    const phrase = typed.trim()
    if (phrase === lastReported.current) return
    const timer = setTimeout(() => {
      lastReported.current = phrase
      latest.current(phrase)
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped] as const
}
