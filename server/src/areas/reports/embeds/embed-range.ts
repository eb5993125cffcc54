import type { EmbedRange } from '@kinora/contract'

const HOUR_MS = 3_600_000
const days: Partial<Record<EmbedRange, number>> = {
  'last-24-hours': 1,
  'last-7-days': 7,
  'last-30-days': 30,
}

/** The time that an embedded report covers now. Months begin at midnight in the zone.
 * @throws RangeError if the zone does not exist */
export function embedRange(range: EmbedRange, timezone: string, now: Date): { from: Date; to: Date } {
  const span = days[range]
  if (span !== undefined) {
    // Whole hours, so that requests within an hour ask for the same.
    const endMs = Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS
    return { from: new Date(endMs - span * 24 * HOUR_MS), to: new Date(endMs) }
  }
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone)
  const month = today.toPlainDate().with({ day: 1 })
  const startOf = (date: Temporal.PlainDate) => new Date(date.toZonedDateTime(timezone).epochMilliseconds)
  return range === 'this-month'
    ? { from: startOf(month), to: startOf(today.toPlainDate().add({ days: 1 })) }
    : { from: startOf(month.subtract({ months: 1 })), to: startOf(month) }
}
