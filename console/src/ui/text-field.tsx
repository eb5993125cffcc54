import type { HTMLInputAutoCompleteAttribute, ReactNode, Ref } from 'react'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { useText } from '../lib/i18n'
import { cx } from './cx'
import { fieldLook, labelLook } from './field-look'
import { FieldNote, type FieldNoteProps } from './field-note'

export interface TextFieldProps extends FieldNoteProps {
  readonly label: string
  /** The label is visible only to screen readers, as in a table. */
  readonly hideLabel?: boolean
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly name?: string
  readonly type?: 'text' | 'email' | 'url' | 'password'
  readonly autoComplete?: HTMLInputAutoCompleteAttribute
  readonly autoFocus?: boolean
  readonly disabled?: boolean
  readonly optional?: boolean
  readonly placeholder?: string
  readonly maxLength?: number
  /** Always left to right: addresses, ids, code. */
  readonly ltr?: boolean
  readonly large?: boolean
  /** Digits line up at the right, as in a column of numbers. */
  readonly number?: boolean
  readonly inputRef?: Ref<HTMLInputElement>
  /** Inside the box, at its end. */
  readonly end?: ReactNode
}

export function TextField(props: TextFieldProps) {
  const {
    label,
    hideLabel,
    help,
    error,
    optional,
    placeholder,
    ltr,
    large,
    number,
    inputRef,
    end,
    disabled,
    ...rest
  } = props
  const t = useText()
  return (
    <AriaTextField
      {...rest}
      isDisabled={disabled ?? false}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className="flex flex-col gap-1.5"
    >
      <Label className={hideLabel ? 'sr-only' : labelLook}>
        {label}
        {optional && <span className="text-12 font-body text-ink-3">{t('ui:optional')}</span>}
      </Label>
      <div {...(ltr && { dir: 'ltr' })} className="relative">
        <Input
          {...(inputRef && { ref: inputRef })}
          {...(placeholder !== undefined && { placeholder })}
          className={cx(
            fieldLook,
            large ? 'h-[42px] text-14 pointer-coarse:h-(--h-touch)' : 'h-(--h-control)',
            end !== undefined && 'pe-10 pointer-coarse:pe-12',
            number && 'tabular text-right',
          )}
        />
        {end !== undefined && <div className="absolute inset-y-0 end-1 grid place-items-center">{end}</div>}
      </div>
      <FieldNote help={help} error={error} />
    </AriaTextField>
  )
}
