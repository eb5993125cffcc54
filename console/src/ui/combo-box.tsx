import { CaretDown } from '@phosphor-icons/react/dist/csr/CaretDown'
import { Check } from '@phosphor-icons/react/dist/csr/Check'
import { type KeyboardEvent, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { useText } from '../lib/i18n'
import { AriaNote } from './aria-note'
import { cx } from './cx'
import { fieldLook, labelLook } from './field-look'
import type { FieldNoteProps } from './field-note'
import { menuRowLook } from './menu-look'
import { Popover } from './popover'

export interface ComboOption<Id extends string> {
  readonly id: Id
  readonly label: string
  /** A second line in small text. */
  readonly note?: string | undefined
}

export interface ComboBoxProps<Id extends string> extends FieldNoteProps {
  readonly label: string
  readonly options: readonly ComboOption<Id>[]
  /** Null if nothing is selected. */
  readonly value: Id | null
  readonly onChange: (value: Id) => void
  readonly onBlur?: () => void
  /** Called with what is typed: the caller narrows the options, which come from a server. */
  readonly onSearch?: (text: string) => void
  readonly placeholder?: string
  readonly hideLabel?: boolean
  readonly disabled?: boolean
  readonly autoFocus?: boolean
}

const names = new Intl.Collator(undefined, { usage: 'search', sensitivity: 'base' })

/** Selects one option; typing narrows the list. A name that is typed in full selects its option too. */
export function ComboBox<Id extends string>(props: ComboBoxProps<Id>) {
  const { label, options, value, onChange, onBlur, placeholder, hideLabel, disabled, autoFocus } = props
  const { help, error, onSearch } = props
  const t = useText()
  const choose = (key: unknown) => {
    const chosen = options.find(({ id }) => id === key)
    if (chosen) onChange(chosen.id)
  }
  const typed = useRef('')
  const search = (text: string) => {
    typed.current = text
    onSearch?.(text)
  }
  const chooseTyped = () => {
    const named = options.filter(({ label }) => names.compare(label, typed.current.trim()) === 0)
    const [only] = named
    // Of several with one name a person chooses.
    if (only !== undefined && named.length === 1 && only.id !== value) onChange(only.id)
  }
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    const isInList = target instanceof Element && target.hasAttribute('aria-activedescendant')
    if (key === 'Enter' && !isInList) chooseTyped()
  }
  return (
    <AriaComboBox
      {...(onBlur && { onBlur })}
      {...(hideLabel && { 'aria-label': label })}
      {...(autoFocus && { autoFocus })}
      value={value}
      onChange={choose}
      {...(onSearch ? { items: options } : { defaultItems: options })}
      onInputChange={search}
      menuTrigger="focus"
      allowsEmptyCollection
      isDisabled={disabled ?? false}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className="flex min-w-0 flex-col gap-1.5"
    >
      {!hideLabel && <Label className={labelLook}>{label}</Label>}
      {/* Before the input takes back what is not chosen. */}
      <div className="relative" onBlurCapture={chooseTyped} onKeyDownCapture={onKeyDown}>
        <Input placeholder={placeholder ?? ''} className={cx(fieldLook, 'h-(--h-control) pe-9')} />
        <Button className="absolute inset-y-0 end-0 grid w-9 cursor-default place-items-center text-ink-3 data-disabled:opacity-45">
          <CaretDown size={14} aria-hidden />
        </Button>
      </div>
      <AriaNote help={help} error={error} />
      <Popover className="w-(--trigger-width) min-w-48 p-1.5">
        <ListBox
          className="outline-none"
          renderEmptyState={() => <div className="px-2 py-3 text-13 text-ink-3">{t('ui:noResults')}</div>}
        >
          {(option: ComboOption<Id>) => (
            <ListBoxItem id={option.id} textValue={option.label} className={menuRowLook}>
              {({ isSelected }) => (
                <>
                  <span className="min-w-0 flex-1">
                    <span dir="auto" className="cut own-way block">
                      {option.label}
                    </span>
                    {option.note !== undefined && (
                      <span className="block text-12 text-ink-3">{option.note}</span>
                    )}
                  </span>
                  {isSelected && <Check size={14} weight="bold" className="shrink-0" aria-hidden />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}
