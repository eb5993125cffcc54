import { type KeyboardEvent, useId, useState } from 'react'
import { useText } from '../lib/i18n'
import { Chip } from './chip'
import { cx } from './cx'
import { fieldLook, labelLook } from './field-look'

interface TagInputProps {
  readonly label: string
  readonly value: readonly string[]
  readonly onChange: (tags: string[]) => void
  readonly help?: string
  readonly error?: string | undefined
  readonly optional?: boolean
}

/** Comma or Enter adds a tag; Backspace in the empty field removes the last one. */
export function TagInput({ label, value, onChange, help, error, optional }: TagInputProps) {
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState('')

  const add = (text: string) => {
    const fresh = text.split(/[,،]/).map((tag) => tag.trim())
    onChange([...new Set([...value, ...fresh])].filter(Boolean))
    setTyped('')
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' || event.key === ',' || event.key === '،') {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '') {
      onChange(value.slice(0, -1))
    }
  }

  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className={labelLook}>
        {label}
        {optional && <span className="text-12 font-body text-ink-3">{t('ui:optional')}</span>}
      </label>
      <div
        className={cx(
          fieldLook,
          'flex min-h-(--h-control) flex-wrap items-center gap-1 py-1 focus-within:border-focus focus-within:shadow-[0_0_0_1px_var(--focus)]',
          error !== undefined && 'border-bad',
        )}
      >
        {value.map((tag) => (
          <Chip key={tag} onRemove={() => onChange(value.filter((other) => other !== tag))}>
            {tag}
          </Chip>
        ))}
        <input
          id={id}
          value={typed}
          aria-describedby={`${id}-note`}
          aria-invalid={error !== undefined}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={pressed}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text')
            if (!text.includes(',')) return
            event.preventDefault()
            add(typed + text)
          }}
          onBlur={() => add(typed)}
          className="h-6 min-w-24 flex-1 bg-transparent outline-none"
        />
      </div>
      <p id={`${id}-note`} className={cx('text-12', error === undefined ? 'text-ink-3' : 'text-bad')}>
        {error ?? help ?? t('ui:tagHelp')}
      </p>
    </div>
  )
}
