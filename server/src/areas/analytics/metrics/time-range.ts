import { analyticsLimits, type SeriesInterval } from '@kinora/contract'
import { problem } from '../../../platform/problem.ts'
import { keptByZone, startOf, stepMs } from './calendar.ts'

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

/** @throws problem range-too-long, timezone-unknown */
export function timeRangeOf({ timezone, interval, ...asked }: AskedRange): TimeRange {
  const from = new Date(asked.from)
  const to = new Date(asked.to)
  const lengthMs = to.getTime() - from.getTime()
  const step = interval ?? (lengthMs > DAY_MS ? 'day' : 'hour')
  const zone = zoneOf(timezone)
  if (lengthMs <= 0 || lengthMs / stepMs[step] > analyticsLimits.points) throw problem('range-too-long')
  return { from, to, interval: step, timezone: zone }
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

const knownSteps = new WeakMap<TimeRange, Date[]>()

/** Start times of the steps. The first one is at or before the start of the range. */
export function stepsOf(range: TimeRange): readonly Date[] {
  const { from, to, interval, timezone } = range
  const known = knownSteps.get(range)
  if (known !== undefined) return known
  const startsAt = (timeMs: number) => startOf(timeMs, interval, timezone)
  // Days have 23 to 25 hours and months 28 to 31 days, so 1.5 steps later is always within the next step. Some hours
  // have only 30 minutes.
  const nextMs = interval === 'hour' ? stepMs.hour : stepMs[interval] * 1.5
  const steps: Date[] = []
  for (let at = startsAt(from.getTime()); at < to.getTime(); at = startsAt(at + nextMs))
    steps.push(new Date(at))
  knownSteps.set(range, steps)
  return steps
}

const zones = keptByZone(nameOf)

/** @throws problem timezone-unknown */
function zoneOf(name: string): string {
  try {
    return zones(name)
  } catch {
    throw problem('timezone-unknown')
  }
}

/** The name of a zone as Intl writes it, if it is not written like a name already: Intl has old names for some zones.
 * @throws RangeError for an unknown zone */
function nameOf(zone: string): string {
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions()
  return /^[A-Z][a-zA-Z]/.test(zone) ? zone : timeZone
}
