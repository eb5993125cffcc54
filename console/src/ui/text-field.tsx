import { type HTMLInputAutoCompleteAttribute, type ReactNode, type Ref, useId } from 'react'
import { useText } from '../lib/i18n'
import { cx } from './cx'
import { fieldLook, labelLook } from './field-look'
import { FieldNote, type FieldNoteProps } from './field-note'
import { useAutoFocus } from './use-auto-focus'

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

/** Native, as `BareButton`: the first screen has text fields. */
export function TextField(props: TextFieldProps) {
  const { label, hideLabel, help, error, optional, ltr, large, number, inputRef, end } = props
  const { value, onChange, onBlur, name, type = 'text', autoComplete, autoFocus = false, disabled } = props
  const { placeholder, maxLength } = props
  const t = useText()
  const id = useId()
  const noteId = useId()
  const isInvalid = error !== undefined
  useAutoFocus(autoFocus, () => document.getElementById(id))
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : labelLook}>
        {label}
        {optional && <span className="text-12 font-body text-ink-3">{t('ui:optional')}</span>}
      </label>
      <div {...(ltr && { dir: 'ltr' })} className="relative">
        <input
          id={id}
          ref={inputRef}
          name={name}
          type={type}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur && (() => onBlur())}
          autoComplete={autoComplete}
          disabled={disabled}
          placeholder={placeholder}
          maxLength={maxLength}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid || help !== undefined ? noteId : undefined}
          data-invalid={isInvalid || undefined}
          data-disabled={disabled || undefined}
          className={cx(
            fieldLook,
            large ? 'h-[42px] text-14 pointer-coarse:h-(--h-touch)' : 'h-(--h-control)',
            end !== undefined && 'pe-10 pointer-coarse:pe-12',
            number && 'tabular text-right',
          )}
        />
        {end !== undefined && <div className="absolute inset-y-0 end-1 grid place-items-center">{end}</div>}
      </div>
      <FieldNote id={noteId} help={help} error={error} />
    </div>
  )
}
