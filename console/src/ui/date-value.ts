import { type CalendarDate, type CalendarDateTime, parseDate, parseDateTime } from '@internationalized/date'

/** The value of a date field of which only parts are typed. It is no date, so that forms refuse it. */
export const incompleteDate = 'incomplete'

/** The value of a date field: `2026-03-01`, or `2026-03-01T09:30` with a time; undefined if it is neither. */
export function parsedValue(value: string, withTime: boolean): CalendarDate | CalendarDateTime | undefined {
  try {
    return withTime ? parseDateTime(value) : parseDate(value)
  } catch {
    return undefined
  }
}

/** The date or local time as text, to the minute. */
export function valueText(date: CalendarDate | CalendarDateTime | null): string {
  return date?.toString().slice(0, 16) ?? ''
}
