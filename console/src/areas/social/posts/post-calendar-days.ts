import { localTime } from '../../../lib/time/local-time'
import type { PostRange } from '../queries'

/** Today in the time zone of this browser, as `2026-11-30`. */
export function currentDay(): string {
  return dayOf(new Date())
}

/** The day of an instant in the time zone of this browser. */
export function dayOf(instant: string | Date): string {
  return localTime(new Date(instant)).slice(0, 10)
}

/** The first and the last day of the month of a day. */
export function monthOf(day: string): [string, string] {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return [`${day.slice(0, 8)}01`, dayOf(new Date(year, month, 0))]
}

/** Whole days in the time zone of this browser. */
export function rangeOfDays(first: string, last: string): PostRange {
  const [from, to] = [new Date(`${first}T00:00`), new Date(`${last}T00:00`)]
  to.setDate(to.getDate() + 1)
  return { from: from.toISOString(), to: to.toISOString() }
}
