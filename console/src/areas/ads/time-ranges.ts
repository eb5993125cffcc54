export const timeRanges = ['hour', 'day', 'week', 'month'] as const
export type TimeRange = (typeof timeRanges)[number]

const hours: Readonly<Record<TimeRange, number>> = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 }
const MINUTE_MS = 60_000

/** Start of a range that ends now, rounded to the minute, so that the query key is stable for a while. */
export function startOf(range: TimeRange): string {
  const minute = Math.floor(Date.now() / MINUTE_MS)
  return new Date((minute - hours[range] * 60) * MINUTE_MS).toISOString()
}
