import { CaretDown } from '@phosphor-icons/react/dist/csr/CaretDown'
import { Check } from '@phosphor-icons/react/dist/csr/Check'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { AriaNote } from './aria-note'
import { cx } from './cx'
import { fieldLook, labelLook } from './field-look'
import type { FieldNoteProps } from './field-note'
import { menuRowLook } from './menu-look'
import { Popover } from './popover'

interface SelectOption<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly icon?: ReactNode
}

interface SelectProps<Id extends string> extends FieldNoteProps {
  readonly label: string
  readonly options: readonly SelectOption<Id>[]
  /** Null if nothing is selected. */
  readonly value: Id | null
  readonly onChange: (value: Id) => void
  readonly onBlur?: () => void
  readonly placeholder?: string
  readonly hideLabel?: boolean
  readonly name?: string
}

export function Select<Id extends string>(props: SelectProps<Id>) {
  const { label, options, value, onChange, onBlur, placeholder, hideLabel, help, error, name } = props
  const choose = (key: unknown) => {
    const chosen = options.find(({ id }) => id === key)
    if (chosen) onChange(chosen.id)
  }
  return (
    <AriaSelect
      {...(name !== undefined && { name })}
      {...(onBlur && { onBlur })}
      {...(hideLabel && { 'aria-label': label })}
      value={value}
      onChange={choose}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      placeholder={placeholder ?? ''}
      className="group flex flex-col gap-1.5"
    >
      {!hideLabel && <Label className={labelLook}>{label}</Label>}
      <Button
        className={cx(
          fieldLook,
          'flex h-(--h-control) cursor-default items-center justify-between gap-2 text-start group-data-invalid:border-bad',
        )}
      >
        <SelectValue className="cut flex items-center gap-2 data-placeholder:text-ink-3" />
        <CaretDown size={14} className="shrink-0 text-ink-3" aria-hidden />
      </Button>
      <AriaNote help={help} error={error} />
      <Popover className="w-(--trigger-width) p-1.5">
        <ListBox items={options} className="outline-none">
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.label} className={menuRowLook}>
              {({ isSelected }) => (
                <>
                  {option.icon}
                  <span className="flex-1">{option.label}</span>
                  {isSelected && <Check size={14} weight="bold" className="in-[button]:hidden" aria-hidden />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
