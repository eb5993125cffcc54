import type { ReportFrequency } from '@kinora/contract'

/** When a report is sent: dates and a time on the clocks of a zone. */
export interface Schedule {
  readonly frequency: ReportFrequency
  readonly sendOn: string | null
  readonly weekday: number | null
  readonly monthDay: number | null
  readonly sendTime: string
  readonly from: string
  readonly to: string | null
  readonly timezone: string
}

/** A run belongs to a local date, whatever the clocks do on it. */
export interface Occurrence {
  readonly date: string
  readonly at: Date
}

/** Dates to try. A monthly run is at most 31 days away, and a zone that skips a date skips at most one. */
const MOST_STEPS = 4

/** The first run after a time, or null if the schedule has ended. A time that the clocks skip is as much later, a time that
 * they show twice is the first one, and the 31st is the last day of a month.
 * @throws RangeError if the zone does not exist */
export function nextRun(schedule: Schedule, afterMs: number): Occurrence | null {
  const today = Temporal.Instant.fromEpochMilliseconds(afterMs)
    .toZonedDateTimeISO(schedule.timezone)
    .toPlainDate()
  const first = Temporal.PlainDate.from(firstDateOf(schedule))
  // A time just after midnight can be that of yesterday's date, where the clocks have been set back.
  const yesterday = today.subtract({ days: 1 })
  let date = Temporal.PlainDate.compare(first, yesterday) > 0 ? first : yesterday
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const wanted = onOrAfter(schedule, date)
    if (wanted === null || isOver(schedule, wanted)) return null
    const at = wanted.toZonedDateTime({
      timeZone: schedule.timezone,
      plainTime: Temporal.PlainTime.from(schedule.sendTime),
    })
    // A zone that moves across the date line has no such date.
    const isThere = at.toPlainDate().equals(wanted)
    if (isThere && at.epochMilliseconds > afterMs)
      return { date: wanted.toString(), at: new Date(at.epochMilliseconds) }
    date = wanted.add({ days: 1 })
  }
  return null
}

/** All runs after a time up to another, oldest first. */
export function runsBetween(schedule: Schedule, afterMs: number, untilMs: number): Occurrence[] {
  const runs: Occurrence[] = []
  let next = nextRun(schedule, afterMs)
  while (next !== null && next.at.getTime() <= untilMs) {
    runs.push(next)
    next = nextRun(schedule, next.at.getTime())
  }
  return runs
}

/** The time that a run of a date covers: from the date of the previous run up to this one, both at midnight. A report that
 * is sent once covers its own dates. */
export function coveredBy(schedule: Schedule, date: string): { readonly from: Date; readonly to: Date } {
  const day = Temporal.PlainDate.from(date)
  const startOf = (at: Temporal.PlainDate) =>
    new Date(at.toZonedDateTime(schedule.timezone).epochMilliseconds)
  if (schedule.frequency === 'once')
    return {
      from: startOf(Temporal.PlainDate.from(schedule.from)),
      to: startOf(Temporal.PlainDate.from(schedule.to ?? schedule.from).add({ days: 1 })),
    }
  return { from: startOf(previousDate(schedule, day)), to: startOf(day) }
}

/** The date of a time in the zone of the schedule. */
export function dateAt({ timezone }: Schedule, timeMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(timeMs).toZonedDateTimeISO(timezone).toPlainDate().toString()
}

export function isZone(timezone: string): boolean {
  try {
    // Offsets such as +05:30 are accepted by Temporal, but know no daylight saving time.
    return /^[A-Za-z]/.test(timezone) && Temporal.Now.zonedDateTimeISO(timezone) !== undefined
  } catch {
    return false
  }
}

function firstDateOf({ frequency, sendOn, from }: Schedule): string {
  return frequency === 'once' && sendOn !== null ? sendOn : from
}

function isOver({ frequency, to }: Schedule, date: Temporal.PlainDate): boolean {
  return frequency !== 'once' && to !== null && Temporal.PlainDate.compare(date, to) > 0
}

/** The first date of the schedule that is not before another. */
function onOrAfter(schedule: Schedule, date: Temporal.PlainDate): Temporal.PlainDate | null {
  const { frequency, sendOn, weekday, monthDay } = schedule
  switch (frequency) {
    case 'once':
      return sendOn !== null && Temporal.PlainDate.compare(date, sendOn) <= 0
        ? Temporal.PlainDate.from(sendOn)
        : null
    case 'daily':
      return date
    case 'weekly':
      return date.add({ days: ((weekday ?? 1) - date.dayOfWeek + 7) % 7 })
    case 'monthly': {
      // `with` moves days that a month lacks to its last one.
      const wanted = date.with({ day: monthDay ?? 1 })
      if (Temporal.PlainDate.compare(wanted, date) >= 0) return wanted
      return date
        .with({ day: 1 })
        .add({ months: 1 })
        .with({ day: monthDay ?? 1 })
    }
  }
}

function previousDate({ frequency, monthDay }: Schedule, date: Temporal.PlainDate): Temporal.PlainDate {
  if (frequency === 'monthly') {
    const day = monthDay ?? 1
    const isScheduled = date.equals(date.with({ day }))
    const month = date.with({ day: 1 }).subtract({ months: 1 })
    return isScheduled ? month.with({ day }) : date.subtract({ months: 1 })
  }
  return date.subtract({ days: frequency === 'weekly' ? 7 : 1 })
}
