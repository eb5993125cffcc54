import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from 'react-aria-components/Calendar'
import { Dialog } from 'react-aria-components/Dialog'
import { useLanguage } from '../lib/i18n'
import { MonthStep } from './month-step'
import { Popover } from './popover'

/** The month of a date field's date, in a popover. */
export function CalendarPopover({ label }: { readonly label: string }) {
  // The short names of Arabic are whole words.
  const weekdays = useLanguage() === 'ar' ? 'narrow' : 'short'
  return (
    <Popover className="p-3">
      <Dialog aria-label={label} className="outline-none">
        <Calendar aria-label={label}>
          <header className="mb-2 flex items-center justify-between">
            <MonthStep slot="previous" />
            <Heading className="text-13 font-head text-ink" />
            <MonthStep slot="next" />
          </header>
          <CalendarGrid weekdayStyle={weekdays} className="border-separate border-spacing-0.5">
            <CalendarGridHeader>
              {(day) => (
                <CalendarHeaderCell className="h-7 text-11 font-mid text-ink-3">{day}</CalendarHeaderCell>
              )}
            </CalendarGridHeader>
            <CalendarGridBody>
              {(date) => (
                <CalendarCell
                  date={date}
                  className={
                    'tabular grid size-8 cursor-default place-items-center rounded-2 text-13 text-ink hover:bg-hover ' +
                    'data-today:font-head data-today:text-act-text data-outside-month:hidden ' +
                    'data-selected:bg-act data-selected:text-act-ink data-focus-visible:outline-2 data-focus-visible:outline-focus ' +
                    'data-disabled:text-ink-3 pointer-coarse:size-10'
                  }
                />
              )}
            </CalendarGridBody>
          </CalendarGrid>
        </Calendar>
      </Dialog>
    </Popover>
  )
}
