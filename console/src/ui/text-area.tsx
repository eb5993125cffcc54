import type { Ref } from 'react'
import { Label } from 'react-aria-components/Label'
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea'
import { TextField } from 'react-aria-components/TextField'
import { useText } from '../lib/i18n'
import { AriaNote } from './aria-note'
import { cx } from './cx'
import { fieldLook, labelLook } from './field-look'
import type { FieldNoteProps } from './field-note'

interface TextAreaProps extends FieldNoteProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly name?: string
  readonly rows?: number
  readonly autoFocus?: boolean
  /** Text of any language: its content determines its direction. */
  readonly ownWay?: boolean
  readonly optional?: boolean
  readonly disabled?: boolean
  readonly inputRef?: Ref<HTMLTextAreaElement>
}

export function TextArea(props: TextAreaProps) {
  const { label, help, error, rows = 4, optional, inputRef, disabled, ownWay, ...rest } = props
  const t = useText()
  return (
    <TextField
      {...rest}
      isDisabled={disabled ?? false}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className="flex flex-col gap-1.5"
    >
      <Label className={labelLook}>
        {label}
        {optional && <span className="text-12 font-body text-ink-3">{t('ui:optional')}</span>}
      </Label>
      <AriaTextArea
        {...(inputRef && { ref: inputRef })}
        {...(ownWay && { dir: 'auto' })}
        rows={rows}
        className={cx(fieldLook, 'field-sizing-content max-h-80 min-h-20 resize-none py-2')}
      />
      <AriaNote help={help} error={error} />
    </TextField>
  )
}
