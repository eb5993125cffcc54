import { MagnifyingGlass } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import { X } from '@phosphor-icons/react/dist/csr/X'
import { type KeyboardEvent, useRef } from 'react'
import { useText } from '../lib/i18n'
import { useShortcut } from '../lib/keys'
import { cx } from './cx'
import { fieldLook } from './field-look'
import { Kbd } from './kbd'

interface SearchFieldProps {
  /** The accessible name and the placeholder. */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Called on Enter. */
  readonly onSubmit?: (value: string) => void
  /** Called on the down arrow. */
  readonly onDown?: () => void
  /** The `/` key focuses this field. One per screen. */
  readonly slash?: boolean
  readonly className?: string
}

export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, onSubmit, onDown, slash, className } = props
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  useShortcut(slash ? '/' : undefined, label, () => input.current?.focus())
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onSubmit?.(value)
    if (event.key === 'ArrowDown' && onDown !== undefined) {
      event.preventDefault()
      onDown()
    }
    if (event.key === 'Escape' && value !== '') onChange('')
  }
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <search className={cx('group relative', className)}>
      <MagnifyingGlass
        size={14}
        className="pointer-events-none absolute inset-y-0 start-2.5 my-auto text-ink-3"
        aria-hidden
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={pressed}
        className={cx(fieldLook, 'h-(--h-control) px-8 [&::-webkit-search-cancel-button]:hidden')}
      />
      {value === '' && slash && (
        <span className="pointer-events-none absolute inset-y-0 end-2 my-auto h-fit group-focus-within:hidden pointer-coarse:hidden">
          <Kbd>/</Kbd>
        </span>
      )}
      {value !== '' && (
        <button
          type="button"
          aria-label={t('ui:clear')}
          onClick={clear}
          className="absolute inset-y-0 end-1 my-auto grid size-7 place-items-center rounded-2 text-ink-3 hover:text-ink"
        >
          <X size={12} weight="bold" />
        </button>
      )}
    </search>
  )
}
