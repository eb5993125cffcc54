import { MagnifyingGlass } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import { X } from '@phosphor-icons/react/dist/csr/X'
import { useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField'
import { useText } from '../lib/i18n'
import { useShortcut } from '../lib/keys'
import { cx } from './cx'
import { fieldLook } from './field-look'
import { Kbd } from './kbd'

export interface SearchFieldProps {
  /** Its name, and what stands in it while it is empty. */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onSubmit?: (value: string) => void
  /** `/` goes here. One a screen. */
  readonly slash?: boolean
  readonly autoFocus?: boolean
  readonly className?: string
}

export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, onSubmit, slash, autoFocus, className } = props
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  useShortcut(slash ? '/' : undefined, label, () => input.current?.focus())
  return (
    <AriaSearchField
      aria-label={label}
      value={value}
      onChange={onChange}
      {...(onSubmit && { onSubmit })}
      {...(autoFocus && { autoFocus })}
      className={cx('group relative', className)}
    >
      <MagnifyingGlass
        size={14}
        className="pointer-events-none absolute inset-y-0 start-2.5 my-auto text-ink-3"
        aria-hidden
      />
      <Input
        ref={input}
        placeholder={label}
        className={cx(fieldLook, 'h-(--h-control) ps-8 pe-8 [&::-webkit-search-cancel-button]:hidden')}
      />
      {slash && (
        <span className="pointer-events-none absolute inset-y-0 end-2 my-auto hidden h-fit group-data-empty:block group-focus-within:hidden pointer-coarse:hidden">
          <Kbd>/</Kbd>
        </span>
      )}
      <Button
        aria-label={t('ui:clear')}
        className="absolute inset-y-0 end-1 my-auto grid size-7 place-items-center rounded-2 text-ink-3 group-data-empty:hidden hover:text-ink"
      >
        <X size={12} weight="bold" />
      </Button>
    </AriaSearchField>
  )
}
