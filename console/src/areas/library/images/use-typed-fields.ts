import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'

interface Schema<T> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } }
}

/**
 * Text fields that are validated as a whole: `read` converts the text to a request, and the contract's schema gives the
 * error of each field.
 */
export function useTypedFields<N extends string, T>(
  initial: Readonly<Record<N, string>>,
  schema: Schema<T>,
  read: (typed: Readonly<Record<N, string>>) => unknown,
) {
  const t = useText()
  const [typed, setTyped] = useState(initial)
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const set = (name: N, value: string) => {
    setTyped((known) => ({ ...known, [name]: value }))
    setErrors((known) => new Map([...known].filter(([field]) => field !== name)))
  }
  const showErrors = (found: readonly { name: string; message: string }[]) =>
    setErrors(new Map(found.map(({ name, message }) => [name, messageText(t, message)])))
  return {
    typed,
    set,
    showErrors,
    field: (name: N) => ({
      value: typed[name],
      error: errors.get(name),
      onChange: (value: string) => set(name, value),
    }),
    /** The valid request; otherwise undefined, with the errors shown beside the fields. */
    parse: (): T | undefined => {
      const parsed = schema.safeParse(read(typed))
      if (parsed.success) return parsed.data
      showErrors(parsed.error.issues.map(({ path, message }) => ({ name: String(path[0]), message })))
      return undefined
    },
  }
}

/** Digits as a number, empty text as undefined, and other text as NaN, which the schema rejects. */
export function pixelsIn(text: string): number | undefined {
  const digits = text.trim()
  if (digits === '') return undefined
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN
}
