import type { SeriesInterval } from '@kinora/contract'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Approximate lengths of steps. */
export const stepMs: Readonly<Record<SeriesInterval, number>> = {
  minute: 60_000,
  'half-hour': HOUR_MS / 2,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
}

/** The start of the step of a time. Minutes and half hours are those of UTC. Weeks begin on Monday. */
export function startOf(timeMs: number, interval: SeriesInterval, zone: string): number {
  if (interval === 'minute' || interval === 'half-hour') return roundDown(timeMs, stepMs[interval])
  const offset = offsetAt(timeMs, zone)
  const local = timeMs + offset
  if (interval !== 'hour') return firstInstant(localStart(local, interval), timeMs, zone)
  const start = roundDown(local, HOUR_MS) - offset
  // A change by half an hour begins an hour too.
  return offsetAt(start, zone) === offset ? start : changeBetween(start, timeMs, zone)
}

/** The local date, such as `2026-11-24`. */
export function localDate(timeMs: number, zone: string): string {
  return new Date(timeMs + offsetAt(timeMs, zone)).toISOString().slice(0, 10)
}

function localStart(local: number, interval: 'day' | 'week' | 'month'): number {
  const day = roundDown(local, DAY_MS)
  const date = new Date(day)
  if (interval === 'week') return day - ((date.getUTCDay() + 6) % 7) * DAY_MS
  return interval === 'month' ? day - (date.getUTCDate() - 1) * DAY_MS : day
}

/** The first instant at which the clocks of a zone show a local time, or have jumped over it. */
function firstInstant(local: number, nearMs: number, zone: string): number {
  const guess = local - offsetAt(nearMs, zone)
  const offsets = [guess - DAY_MS, guess + DAY_MS].map((time) => offsetAt(time, zone))
  const [first = guess, last = guess] = offsets.map((offset) => local - offset).toSorted((a, b) => a - b)
  if (first + offsetAt(first, zone) === local) return first
  if (last + offsetAt(last, zone) === local) return last
  return changeBetween(first, last, zone)
}

/** The instant between two times at which the clocks of a zone change. */
function changeBetween(fromMs: number, toMs: number, zone: string): number {
  const before = offsetAt(fromMs, zone)
  let [low, high] = [fromMs, toMs]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle, zone) === before) low = middle
    else high = middle
  }
  return high
}

function roundDown(timeMs: number, ms: number): number {
  return Math.floor(timeMs / ms) * ms
}

/** There are some 600 names of zones, but each can be written in many cases. */
const MOST_ZONES = 1000

/** Keeps what was made for each name of a zone. */
export function keptByZone<Value>(make: (zone: string) => Value): (zone: string) => Value {
  const kept = new Map<string, Value>()
  return (zone) => {
    const known = kept.get(zone)
    if (known !== undefined) return known
    const made = make(zone)
    if (kept.size >= MOST_ZONES) kept.clear()
    kept.set(zone, made)
    return made
  }
}

const fields = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const
const formatOf = keptByZone((timeZone) => new Intl.DateTimeFormat('en-US', { timeZone, ...fields }))

/** Local time minus UTC. */
function offsetAt(timeMs: number, timeZone: string): number {
  // In this locale: `11/24/2026, 15:30:00`.
  const [month = 1, day = 1, year = 0, hour = 0, minute = 0, second = 0] =
    formatOf(timeZone).format(timeMs).match(/\d+/g)?.map(Number) ?? []
  return Date.UTC(year, month - 1, day, hour, minute, second) - roundDown(timeMs, 1000)
}
