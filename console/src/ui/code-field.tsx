import { type ClipboardEvent, type PointerEvent, type Ref, useLayoutEffect, useRef, useState } from 'react'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { TextField } from 'react-aria-components/TextField'
import { AriaNote } from './aria-note'
import { afterTyping, digitsIn } from './code-digits'
import { cx } from './cx'
import { labelLook } from './field-look'
import type { FieldNoteProps } from './field-note'

interface CodeFieldProps extends FieldNoteProps {
  readonly label: string
  /** The label is visible only to screen readers. */
  readonly hideLabel?: boolean
  readonly value: string
  readonly onChange: (digits: string) => void
  /** Called when the last digit is entered. */
  readonly onComplete?: (digits: string) => void
  readonly onBlur?: () => void
  readonly name?: string
  readonly autoFocus?: boolean
  readonly inputRef?: Ref<HTMLInputElement>
}

const length = 6
const places = [0, 1, 2, 3, 4, 5]

/** Six digits: one input for keyboard, paste and autofill, drawn as six boxes from left to right. */
export function CodeField(props: CodeFieldProps) {
  const { label, hideLabel, value, onChange, onComplete, help, error, inputRef, ...rest } = props
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number>(undefined)
  const [marked, setMarked] = useState<readonly [from: number, to: number]>()

  useLayoutEffect(() => {
    if (caret.current === undefined) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })

  const put = (digits: string, place: number) => {
    caret.current = place
    setMarked([place, place])
    onChange(digits)
    if (digits.length === length && digits !== value) onComplete?.(digits)
  }
  const typed = (text: string) => {
    const next = afterTyping(value, text, input.current?.selectionStart ?? text.length, length)
    put(next.digits, next.caret)
  }
  const pasted = (event: ClipboardEvent) => {
    const digits = digitsIn(event.clipboardData.getData('text'))
    if (digits.length !== length) return
    event.preventDefault()
    put(digits, length)
  }
  /** A press on a digit selects it; a press on an empty box moves the caret behind the last digit. */
  const pressed = ({ currentTarget, clientX }: PointerEvent) => {
    const boxes = [...(currentTarget.parentElement?.querySelectorAll('[data-box]') ?? [])]
    const at = boxes.findIndex((box) => clientX <= box.getBoundingClientRect().right)
    const from = Math.min(at < 0 ? length : at, value.length)
    input.current?.setSelectionRange(from, Math.min(from + 1, value.length))
  }

  return (
    <TextField
      {...rest}
      value={value}
      onChange={typed}
      inputMode="numeric"
      autoComplete="one-time-code"
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className="flex flex-col gap-1.5"
    >
      <Label className={hideLabel ? 'sr-only' : labelLook}>{label}</Label>
      <div className="flex">
        <div dir="ltr" className="relative flex w-full max-w-[352px] gap-2">
          {places.map((place) => (
            <Box
              key={place}
              digit={value[place]}
              active={marked !== undefined && isIn(place, marked, value.length)}
              invalid={error !== undefined}
              apart={place === length / 2}
            />
          ))}
          <Input
            ref={(element) => {
              input.current = element
              if (typeof inputRef === 'function') inputRef(element)
              else if (inputRef) inputRef.current = element
            }}
            spellCheck="false"
            onPaste={pasted}
            onPointerUp={pressed}
            onSelect={({ currentTarget: { selectionStart, selectionEnd } }) =>
              setMarked([selectionStart ?? 0, selectionEnd ?? 0])
            }
            onFocus={({ currentTarget: { selectionStart, selectionEnd } }) =>
              setMarked([selectionStart ?? 0, selectionEnd ?? 0])
            }
            onBlur={() => setMarked(undefined)}
            className="absolute inset-0 size-full cursor-text opacity-0"
          />
        </div>
      </div>
      <AriaNote help={help} error={error} />
    </TextField>
  )
}

interface BoxProps {
  readonly digit: string | undefined
  readonly active: boolean
  readonly invalid: boolean
  readonly apart: boolean
}

function Box({ digit, active, invalid, apart }: BoxProps) {
  return (
    <span
      aria-hidden
      data-box
      className={cx(
        'grid h-14 min-w-0 flex-1 place-items-center rounded-2 border bg-panel text-22 font-mid tabular',
        apart && 'ms-2.5',
        active
          ? invalid
            ? 'border-bad shadow-[0_0_0_1px_var(--bad)]'
            : 'border-focus shadow-[0_0_0_1px_var(--focus)]'
          : invalid
            ? 'border-bad'
            : 'border-rule-3',
      )}
    >
      {digit ?? (active && <span className="h-5 w-px animate-[pulse_1.2s_step-end_infinite] bg-ink" />)}
    </span>
  )
}

/**
 * Whether the caret or the selection is in this box. Behind the last digit of a full field it stays in the last box.
 */
function isIn(place: number, [from, to]: readonly [number, number], filled: number): boolean {
  if (from !== to) return place >= from && place < to
  return place === Math.min(from, filled, length - 1)
}
