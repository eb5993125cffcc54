import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useText } from '../lib/i18n'
import { Problem } from '../lib/problem'
import { problemText } from '../lib/texts'
import { Button } from './button'
import { TextField } from './text-field'
import { useProblemToast } from './use-problem-toast'

interface NameFormProps<Body> {
  readonly label: string
  readonly maxLength: number
  /** Says that it was not saved. */
  readonly notSaved: string
  readonly initial?: string
  readonly help?: string
  readonly action: string
  readonly disabled?: boolean
  readonly autoFocus?: boolean
  readonly saving: UseMutationResult<unknown, Error, Body>
  readonly bodyOf: (name: string) => Body
  readonly onSaved: (name: string) => void
  /** Above the button. */
  readonly options?: ReactNode
  /** Beside the button. */
  readonly children?: ReactNode
}

/** Names something. A name that is taken is an error of the field. */
export function NameForm<Body>(props: NameFormProps<Body>) {
  const {
    label,
    maxLength,
    notSaved,
    initial = '',
    help,
    options,
    action,
    disabled = false,
    autoFocus = false,
    children,
  } = props
  const { saving, bodyOf, onSaved } = props
  const t = useText()
  const report = useProblemToast(notSaved)
  const [name, setName] = useState(initial)
  const given = name.trim()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (given === '' || disabled || saving.isPending) return
    if (given === initial) onSaved(given)
    else
      saving.mutate(bodyOf(given), {
        onSuccess: () => onSaved(given),
        onError: (error) => {
          if (!isNameTaken(error)) report(error)
        },
      })
  }
  return (
    <form onSubmit={send} noValidate className="flex flex-col gap-3">
      <TextField
        autoFocus={autoFocus}
        label={label}
        value={name}
        maxLength={maxLength}
        error={isNameTaken(saving.error) ? problemText(t, saving.error) : undefined}
        onChange={(typed) => {
          saving.reset()
          setName(typed)
        }}
        {...(help !== undefined && { help })}
      />
      {options}
      <span className="flex gap-2">
        <Button type="submit" busy={saving.isPending} disabled={given === '' || disabled}>
          {action}
        </Button>
        {children}
      </span>
    </form>
  )
}

function isNameTaken(error: unknown): error is Problem {
  return error instanceof Problem && error.id === 'name-taken'
}
