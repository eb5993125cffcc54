import { useLanguage } from '../../lib/i18n'
import { languages } from '../../lib/languages'

const dayAndMonth = { day: 'numeric', month: 'short' } as const
const wholeDate = { ...dayAndMonth, year: 'numeric' } as const

/** Formats dates of an account, which has periods and days in its own time zone, wherever the reader is. */
export function useDates(timezone: string) {
  const { tag } = languages[useLanguage()]
  const text = (time: string | Date, look: Intl.DateTimeFormatOptions, timeZone: string) =>
    new Intl.DateTimeFormat(tag, { ...look, timeZone }).format(new Date(time))
  const lastDayOf = (endsAt: string) => new Date(Date.parse(endsAt) - 1)
  return {
    /** The date of a time. */
    date: (time: string) => text(time, wholeDate, timezone),
    /** A date such as 2026-11-20, which is the same everywhere. */
    calendarDate: (day: string) => text(day, wholeDate, 'UTC'),
    /** The same without the year, where there is little room. */
    calendarDay: (day: string) => text(day, dayAndMonth, 'UTC'),
    /** The last day of a period. */
    lastDay: (endsAt: string) => text(lastDayOf(endsAt), dayAndMonth, timezone),
    /** The first and the last day of a period. */
    period: ({ startsAt, endsAt }: { readonly startsAt: string; readonly endsAt: string }) =>
      `${text(startsAt, dayAndMonth, timezone)} – ${text(lastDayOf(endsAt), wholeDate, timezone)}`,
  }
}
