import type { Report } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** The names of the days of a week, from Monday. */
export function useWeekdays(): readonly string[] {
  const { tag } = languages[useLanguage()]
  const format = new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, n) => format.format(MONDAY + n * DAY_MS))
}

/** Returns a function that says when a report is sent: "Every Monday, 08:00". */
export function useWhen() {
  const t = useText()
  const format = useFormat()
  const weekdays = useWeekdays()
  return (report: Pick<Report, 'frequency' | 'sendOn' | 'weekday' | 'monthDay' | 'sendTime'>): string => {
    const { frequency, sendOn, weekday, monthDay, sendTime: time } = report
    switch (frequency) {
      case 'once':
        return t('reports:when.once', {
          date: sendOn === null ? '' : format.date(`${sendOn}T12:00:00`),
          time,
        })
      case 'daily':
        return t('reports:when.daily', { time })
      case 'weekly':
        return t('reports:when.weekly', { day: weekdays[(weekday ?? 1) - 1] ?? '', time })
      case 'monthly':
        return t('reports:when.monthly', { day: format.number(monthDay ?? 1), time })
    }
  }
}
