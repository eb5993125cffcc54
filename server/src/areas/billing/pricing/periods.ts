/** A time from `startsAt` on, before `endsAt`. */
export interface Span {
  readonly startsAt: Date
  readonly endsAt: Date
}

/** The billing period that contains a time: a month of the calendar in this zone. Months begin with the first moment of their
 * first day, which is not midnight everywhere. */
export function periodOf(at: Date, timezone: string): Span {
  const first = zoned(at, timezone).toPlainDate().with({ day: 1 })
  return { startsAt: startOf(first, timezone), endsAt: startOf(first.add({ months: 1 }), timezone) }
}

/** A part of a period. */
export interface PeriodPart extends Span {
  readonly period: Span
}

/** The parts of all periods from a time until another: a new part begins with each period and with each change.
 * @param changes times, in any order */
export function partsOf(from: Date, until: Date, changes: readonly Date[], timezone: string): PeriodPart[] {
  const sorted = changes.map((change) => change.getTime()).toSorted((a, b) => a - b)
  const parts: PeriodPart[] = []
  for (let at = from; at < until; ) {
    const period = periodOf(at, timezone)
    const start = at.getTime()
    const change = sorted.find((each) => each > start && each < period.endsAt.getTime())
    const endsAt = change === undefined ? period.endsAt : new Date(change)
    parts.push({ startsAt: at, endsAt, period })
    at = endsAt
  }
  return parts
}

/** The date of a time in a zone, such as 2026-11-20. */
export function dayOf(at: Date, timezone: string): string {
  return zoned(at, timezone).toPlainDate().toString()
}

/** The last days up to that of a time, oldest first. */
export function lastDays(at: Date, days: number, timezone: string): string[] {
  const today = zoned(at, timezone).toPlainDate()
  return Array.from({ length: days }, (_, n) => today.subtract({ days: days - 1 - n }).toString())
}

/** The first moment of a date in a zone. */
export function startOfDay(day: string, timezone: string): Date {
  return startOf(Temporal.PlainDate.from(day), timezone)
}

function zoned(at: Date, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone)
}

function startOf(date: Temporal.PlainDate, timezone: string): Date {
  return new Date(date.toZonedDateTime(timezone).epochMilliseconds)
}
