import { CalendarBlank } from '@phosphor-icons/react/dist/csr/CalendarBlank'
import { X } from '@phosphor-icons/react/dist/csr/X'
import { type FocusEvent, lazy, Suspense, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { DatePicker } from 'react-aria-components/DatePicker'
import { Group } from 'react-aria-components/Group'
import { Label } from 'react-aria-components/Label'
import { useText } from '../lib/i18n'
import { AriaNote } from './aria-note'
import { cx } from './cx'
import { incompleteDate, parsedValue, valueText } from './date-value'
import { labelLook } from './field-look'
import type { FieldNoteProps } from './field-note'

const CalendarPopover = lazy(async () => ({ default: (await import('./calendar-popover')).CalendarPopover }))

interface DateFieldProps extends FieldNoteProps {
  readonly label: string
  /** `2026-03-01`, or `2026-03-01T09:30` with a time; empty without a date; `incompleteDate` if only parts of it
   * are typed. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly withTime?: boolean
  readonly optional?: boolean
}

const keyLook =
  'grid size-7 shrink-0 place-items-center rounded-2 text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:size-11'

/** A date that is typed in parts or chosen in a calendar, in the user's own order and language. */
export function DateField(props: DateFieldProps) {
  const { label, value, onChange, withTime = false, optional, help, error } = props
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (isOpen || currentTarget.contains(relatedTarget)) return
    const parts = currentTarget.querySelectorAll('[role=spinbutton]').length
    const empty = currentTarget.querySelectorAll('[role=spinbutton][data-placeholder]').length
    if (empty > 0 && empty < parts) onChange(incompleteDate)
    else if (empty > 0 && value !== '') onChange('')
  }
  const fault = value === incompleteDate ? t('ui:dateIncomplete') : error
  return (
    <DatePicker
      value={parsedValue(value, withTime) ?? null}
      onChange={(date) => onChange(valueText(date as Parameters<typeof valueText>[0]))}
      granularity={withTime ? 'minute' : 'day'}
      isOpen={isOpen}
      onOpenChange={setOpen}
      isInvalid={fault !== undefined}
      validationBehavior="aria"
      shouldForceLeadingZeros
      className="flex flex-col gap-1.5"
    >
      <Label className={labelLook}>
        {label}
        {optional && <span className="text-12 font-body text-ink-3">{t('ui:optional')}</span>}
      </Label>
      <Group
        onBlur={leave}
        className={cx(
          'flex h-(--h-control) min-w-0 items-center rounded-2 border border-rule-3 bg-panel ps-2 pe-0.5 text-13',
          'text-ink transition-[border-color,box-shadow] hover:border-ink-3 pointer-coarse:text-16',
          'data-focus-within:border-focus data-focus-within:shadow-[0_0_0_1px_var(--focus)]',
          'data-invalid:border-bad',
        )}
      >
        <DateInput className="tabular flex min-w-0 flex-1 items-center overflow-hidden whitespace-nowrap">
          {(segment) => (
            <DateSegment
              segment={segment}
              className={cx(
                'rounded-1 outline-none data-focused:bg-act data-focused:text-act-ink data-placeholder:text-ink-3',
                segment.type === 'literal' ? 'whitespace-pre' : 'px-0.5',
              )}
            />
          )}
        </DateInput>
        {value !== '' && (
          <button
            type="button"
            aria-label={t('ui:clearField', { name: label })}
            onClick={() => onChange('')}
            className={keyLook}
          >
            <X size={14} aria-hidden />
          </button>
        )}
        <Button aria-label={t('ui:chooseDate')} className={keyLook}>
          <CalendarBlank size={16} aria-hidden />
        </Button>
      </Group>
      <AriaNote help={help} error={fault} />
      <Suspense>{isOpen && <CalendarPopover label={label} />}</Suspense>
    </DatePicker>
  )
}
