import { parseDate } from '@internationalized/date'
import type { ReactNode } from 'react'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from 'react-aria-components/Calendar'
import { useLanguage } from '../lib/i18n'
import { MonthStep } from './month-step'

const cellLook =
  'flex h-11 w-full cursor-default flex-col gap-0.5 overflow-hidden rounded-2 p-1 text-start text-ink outline-none ' +
  'shadow-[inset_0_1px_0_0_var(--rule)] hover:bg-hover data-today:font-head data-today:text-act-text data-outside-month:text-ink-3 ' +
  'data-selected:shadow-[inset_0_0_0_2px_var(--act)] data-focus-visible:outline-2 data-focus-visible:outline-focus md:h-21'

interface MonthCalendarProps {
  readonly label: string
  /** The selected day, as `2026-11-30`. */
  readonly day: string
  readonly onDay: (day: string) => void
  /** The day that the keyboard is on, in the month that is shown. */
  readonly focused: string
  readonly onFocused: (day: string) => void
  /** Content of a day. */
  readonly children: (day: string) => ReactNode
}

/** The days of a month, with what each of them has. One is selected. */
export function MonthCalendar({ label, day, onDay, focused, onFocused, children }: MonthCalendarProps) {
  // The short names of Arabic are whole words.
  const weekdays = useLanguage() === 'ar' ? 'narrow' : 'short'
  return (
    <Calendar
      aria-label={label}
      value={parseDate(day)}
      onChange={(date) => onDay(date.toString())}
      focusedValue={parseDate(focused)}
      onFocusChange={(date) => onFocused(date.toString())}
    >
      <header className="mb-1 flex items-center gap-1">
        <MonthStep slot="previous" />
        <MonthStep slot="next" />
        <Heading className="text-14 font-head text-ink" />
      </header>
      <CalendarGrid weekdayStyle={weekdays} className="w-full table-fixed border-separate border-spacing-0.5">
        <CalendarGridHeader>
          {(name) => (
            <CalendarHeaderCell className="h-7 px-1 text-start text-11 font-mid text-ink-3">
              {name}
            </CalendarHeaderCell>
          )}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              date={date}
              className={cellLook}
              // The name of a day ends with what it has, which a label would hide.
              render={({ 'aria-label': name, children: content, ...cell }) => (
                <div {...cell}>
                  <span className="sr-only">{name}</span>
                  {content}
                </div>
              )}
            >
              {({ formattedDate }) => (
                <>
                  <span aria-hidden className="tabular px-0.5 text-12">
                    {formattedDate}
                  </span>
                  {children(date.toString())}
                </>
              )}
            </CalendarCell>
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  )
}
