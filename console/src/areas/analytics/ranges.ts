import {
  fromAbsolute,
  parseDateTime,
  startOfMonth,
  startOfWeek,
  toCalendarDate,
  toZoned,
} from '@internationalized/date'
import { type RangePreset, rangePresets } from '@kinora/contract/analytics/values'

/** Preset time ranges. */
export const presets = rangePresets
export type Preset = RangePreset
export const usualPreset: Preset = 'last-7-days'

const MINUTE_S = 60
const HOUR_S = 3600
const DAY_S = 86_400
const lengths: Partial<Record<Preset, number>> = {
  'last-15-minutes': 15 * MINUTE_S,
  'last-30-minutes': 30 * MINUTE_S,
  'last-hour': HOUR_S,
  'last-4-hours': 4 * HOUR_S,
  'last-8-hours': 8 * HOUR_S,
  'last-12-hours': 12 * HOUR_S,
  'last-24-hours': DAY_S,
  'last-7-days': 7 * DAY_S,
  'last-30-days': 30 * DAY_S,
}

/** A custom range. Start and end are local times of its zone, such as `2026-03-01T09:30`. */
export interface CustomRange {
  readonly from: string
  readonly to: string
}

/** A range from a given time until now, such as the session of a live stream. */
export interface OpenRange {
  readonly since: string
}

/** The range of the Analytics screen. */
export interface ShownRange {
  readonly preset: Preset | CustomRange
  readonly zone: string
}

/** The range of a query. */
export interface CountedRange {
  readonly preset: Preset | CustomRange | OpenRange
  readonly zone: string
}

interface Range {
  readonly from: string
  readonly to: string
  readonly interval: 'minute' | 'hour' | 'day'
  /** Whether the range ends now, so that its metrics change. */
  readonly isMoving: boolean
}

/** Whether a range is valid: both ends are times, and the end is after the start and within two years of it. */
export function isRange({ from, to }: CustomRange, zone: string): boolean {
  try {
    const seconds = (msOf(to, zone) - msOf(from, zone)) / 1000
    return seconds >= MINUTE_S && seconds <= 2 * 366 * DAY_S
  } catch {
    return false
  }
}

/** The current start, end and interval of a range. Ranges of up to four hours have an interval of a minute.
 * @param locale determines the first day of the week */
export function rangeOf({ preset, zone }: CountedRange, nowMs: number, locale: string): Range {
  const [fromMs, toMs] = edgesOf(preset, zone, nowMs, locale)
  const seconds = (toMs - fromMs) / 1000
  return {
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    interval: seconds <= 4 * HOUR_S ? 'minute' : seconds <= DAY_S ? 'hour' : 'day',
    isMoving: toMs >= nowMs,
  }
}

/** A range as local times of its zone, expanded to whole minutes. */
export function localRange(range: CountedRange, nowMs: number, locale: string): CustomRange {
  const { from, to } = rangeOf(range, nowMs, locale)
  const minuteMs = MINUTE_S * 1000
  const endMs = Math.ceil(Date.parse(to) / minuteMs) * minuteMs
  return { from: localTime(Date.parse(from), range.zone), to: localTime(endMs, range.zone) }
}

function localTime(timeMs: number, timeZone: string): string {
  // The Swedish locale formats dates like ISO 8601.
  const text = new Date(timeMs).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return text.replace(' ', 'T')
}

function edgesOf(
  preset: CountedRange['preset'],
  zone: string,
  nowMs: number,
  locale: string,
): [from: number, to: number] {
  if (typeof preset === 'object' && 'since' in preset) return [Date.parse(preset.since), nowMs]
  if (typeof preset === 'object') return [msOf(preset.from, zone), msOf(preset.to, zone)]
  const length = lengths[preset]
  if (length !== undefined) return [nowMs - 1000 * length, nowMs]
  const today = toCalendarDate(fromAbsolute(nowMs, zone))
  const startOf = (date: typeof today) => toZoned(date, zone).toDate().getTime()
  const week = startOfWeek(today, locale)
  const month = startOfMonth(today)
  switch (preset) {
    case 'yesterday':
      return [startOf(today.subtract({ days: 1 })), startOf(today)]
    case 'this-week':
      return [startOf(week), nowMs]
    case 'last-week':
      return [startOf(week.subtract({ weeks: 1 })), startOf(week)]
    case 'this-month':
      return [startOf(month), nowMs]
    case 'last-month':
      return [startOf(month.subtract({ months: 1 })), startOf(month)]
    default:
      return [startOf(today), nowMs]
  }
}

function msOf(local: string, zone: string): number {
  return toZoned(parseDateTime(local), zone).toDate().getTime()
}
