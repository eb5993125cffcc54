import { analyticsLimits, type SeriesInterval } from '@kinora/contract'
import { problem } from '../../../platform/problem.ts'

/** A time range, divided into steps. */
export interface TimeRange {
  readonly from: Date
  /** Exclusive. */
  readonly to: Date
  readonly interval: SeriesInterval
  readonly timezone: string
}

interface AskedRange {
  readonly from: string
  readonly to: string
  readonly timezone: string
  readonly interval?: SeriesInterval | undefined
}

const DAY_MS = 86_400_000
const stepMs = {
  minute: 60_000,
  'half-hour': 1_800_000,
  hour: 3_600_000,
  day: DAY_MS,
  week: 7 * DAY_MS,
  /** Approximate. */
  month: 30 * DAY_MS,
} as const

/** @throws problem range-too-long, timezone-unknown */
export function timeRangeOf({ timezone, interval, ...asked }: AskedRange): TimeRange {
  const from = new Date(asked.from)
  const to = new Date(asked.to)
  const lengthMs = to.getTime() - from.getTime()
  const step = interval ?? (lengthMs > DAY_MS ? 'day' : 'hour')
  zoneName(timezone)
  if (lengthMs <= 0 || lengthMs / stepMs[step] > analyticsLimits.points) throw problem('range-too-long')
  return { from, to, interval: step, timezone }
}

/** The step of exported metrics: half an hour, or a day if there would be too many steps. */
export function exportInterval({ from, to }: Pick<AskedRange, 'from' | 'to'>): SeriesInterval {
  const steps = (Date.parse(to) - Date.parse(from)) / stepMs['half-hour']
  return steps <= analyticsLimits.points ? 'half-hour' : 'day'
}

/** The previous period, of the same length. */
export function rangeBefore({ from, to, ...rest }: TimeRange): TimeRange {
  return { ...rest, from: new Date(2 * from.getTime() - to.getTime()), to: from }
}

/** Start times of the steps. The first one is at or before the start of the range. */
export function stepsOf({ from, to, interval, timezone }: TimeRange): Date[] {
  const startOf = startsOf[interval]
  const steps: Date[] = []
  for (let at = startOf(from, timezone); at < to; ) {
    steps.push(at)
    // Days have 23 to 25 hours and months 28 to 31 days, so 1.5 steps later is always within the next step.
    at = startOf(new Date(at.getTime() + stepMs[interval] * 1.5), timezone)
  }
  return steps
}

/** The name of a time zone that the warehouse knows: Intl takes more spellings, and offsets such as `+05:30`.
 * @throws problem timezone-unknown */
export function zoneName(timezone: string): string {
  const name = resolvedZone(timezone)
  if (name === null || !/^[a-z]/i.test(name)) throw problem('timezone-unknown')
  return name
}

function resolvedZone(timezone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

function roundDown(time: Date, ms: number): Date {
  return new Date(Math.floor(time.getTime() / ms) * ms)
}

function startOfHour(time: Date, timezone: string): Date {
  const { minute, second } = clockAt(time, timezone)
  return new Date(time.getTime() - (minute * 60 + second) * 1000 - time.getMilliseconds())
}

function startOfDay(time: Date, timezone: string): Date {
  const { hour, minute, second } = clockAt(time, timezone)
  const guess = new Date(
    time.getTime() - (hour * 3600 + minute * 60 + second) * 1000 - time.getMilliseconds(),
  )
  // Daylight saving time may have changed since midnight.
  const off = clockAt(guess, timezone)
  if (off.hour === 0) return guess
  return new Date(guess.getTime() + (off.hour < 12 ? -off.hour : 24 - off.hour) * stepMs.hour)
}

/** Weeks begin on Monday. */
function startOfWeek(time: Date, timezone: string): Date {
  const weekday = new Date(`${dateAt(time, timezone)}T00:00:00Z`).getUTCDay()
  return startOfDay(
    new Date(startOfDay(time, timezone).getTime() - ((weekday + 6) % 7) * DAY_MS + DAY_MS / 2),
    timezone,
  )
}

function startOfMonth(time: Date, timezone: string): Date {
  const day = Number(dateAt(time, timezone).slice(8))
  return startOfDay(
    new Date(startOfDay(time, timezone).getTime() - (day - 1) * DAY_MS + DAY_MS / 2),
    timezone,
  )
}

const startsOf: Readonly<Record<SeriesInterval, (time: Date, timezone: string) => Date>> = {
  minute: (time) => roundDown(time, stepMs.minute),
  'half-hour': (time) => roundDown(time, stepMs['half-hour']),
  hour: startOfHour,
  day: startOfDay,
  week: startOfWeek,
  month: startOfMonth,
}

/** The local date, such as `2026-11-24`. */
function dateAt(time: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function clockAt(time: Date, timezone: string): Record<'hour' | 'minute' | 'second', number> {
  let format = formats.get(timezone)
  if (format === undefined) {
    const parts = { hour: 'numeric', minute: 'numeric', second: 'numeric' } as const
    format = new Intl.DateTimeFormat('en', { timeZone: timezone, hourCycle: 'h23', ...parts })
    formats.set(timezone, format)
  }
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
  return { hour: parts.get('hour') ?? 0, minute: parts.get('minute') ?? 0, second: parts.get('second') ?? 0 }
}
