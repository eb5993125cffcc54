import { useRef, useState } from 'react'
import { useText } from '../../../lib/i18n'

/**
 * A field that must be filled in, for the first screen, which loads no schemas. Typing clears the error, and leaving an
 * edited field shows it. `isGiven` shows it too, and moves the focus there.
 */
export function useGiven(name: string, initial: string) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState(initial)
  const [isMissing, setMissing] = useState(false)
  const field = {
    name,
    value,
    inputRef: input,
    error: isMissing ? t('messages.required') : undefined,
    onChange: (typed: string) => {
      setValue(typed)
      setMissing(false)
    },
    onBlur: () => setMissing(value === '' && initial !== value),
  }
  const isGiven = () => {
    setMissing(value === '')
    if (value === '') input.current?.focus()
    return value !== ''
  }
  return { field, isGiven }
}
