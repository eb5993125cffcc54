import { numberFormat } from '@kinora/contract/number-format'
import { useLanguage } from './i18n'
import { type Language, languages } from './languages'

/** Shown for a missing value. */
export const none = '–'

const DAY_S = 86_400
const relativeSteps = [
  ['year', 365 * DAY_S],
  ['month', 30 * DAY_S],
  ['day', DAY_S],
  ['hour', 3600],
  ['minute', 60],
] as const

export type Formatter = ReturnType<typeof makeFormatter>
const made = new Map<Language, Formatter>()

/** Formats numbers, times and sizes in a language, outside of components. */
function formatterFor(language: Language): Formatter {
  const known = made.get(language)
  if (known) return known
  const formatter = makeFormatter(languages[language].tag)
  made.set(language, formatter)
  return formatter
}

export function useFormat(): Formatter {
  return formatterFor(useLanguage())
}

function makeFormatter(tag: string) {
  const numbers = numberFormat(tag)
  const { unit } = numbers
  const share = new Intl.NumberFormat(tag, { style: 'percent' })
  const exactShare = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 })
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
  const date = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', year: 'numeric' })
  const wholeDay = new Intl.DateTimeFormat(tag, { dateStyle: 'full' })
  const day = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short' })
  const dayAndTime = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  const clockTime = new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit' })
  const stamp = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const exact = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium' })
  const list = new Intl.ListFormat(tag, { type: 'conjunction' })

  return {
    ...numbers,
    /** From 0 to 1. */
    percent: (value: number) => share.format(Math.floor(value * 100) / 100),
    /** From 0 to 1, with tenths; rounded down, so that 100% means all. */
    exactPercent: (value: number) => exactShare.format(Math.floor(value * 1000) / 1000),
    list: (items: readonly string[]) => list.format(items),
    /** "A, B, or C". */
    either: (items: readonly string[]) => new Intl.ListFormat(tag, { type: 'disjunction' }).format(items),

    date: (time: string | Date) => date.format(new Date(time)),
    /** With the day of the week, for headings. */
    wholeDay: (time: string | Date) => wholeDay.format(new Date(time)),
    /** Without the year, where there is little room. */
    day: (time: string | Date) => day.format(new Date(time)),
    /** Date and time; the year replaces the time in other years. */
    moment: (time: string | Date, now = new Date()) => {
      const when = new Date(time)
      return when.getFullYear() === now.getFullYear() ? dayAndTime.format(when) : date.format(when)
    },
    /** Hours and minutes. */
    clockTime: (time: string | Date) => clockTime.format(new Date(time)),
    /** Hours and minutes; with the day if it is another one. */
    timeOfDay: (time: string | Date, now = new Date()) => {
      const when = new Date(time)
      return (when.toDateString() === now.toDateString() ? clockTime : dayAndTime).format(when)
    },
    /** From a time to another, with the date once if it is the same. */
    timeRange: (from: string | Date, to: string | Date) =>
      dayAndTime.formatRange(new Date(from), new Date(to)),
    /** Date and time with seconds, for columns of records. */
    stamp: (time: string | Date) => stamp.format(new Date(time)),
    /** With seconds, for tooltips and error reports. */
    exactTime: (time: string | Date) => exact.format(new Date(time)),
    relative: (time: string | Date, now = Date.now()) => {
      const seconds = (new Date(time).getTime() - now) / 1000
      const [name, size] = relativeSteps.find(([, step]) => Math.abs(seconds) >= step) ?? ['second', 1]
      return name === 'second'
        ? relative.format(0, 'second')
        : relative.format(Math.trunc(seconds / size), name)
    },
    /** When a duration ends from now, rounded up: "in 14 minutes". */
    after: (seconds: number) => {
      if (seconds <= 60) return relative.format(Math.max(1, Math.ceil(seconds)), 'second')
      if (seconds <= 3600) return relative.format(Math.ceil(seconds / 60), 'minute')
      return relative.format(Math.ceil(seconds / 3600), 'hour')
    },

    /** Seconds as 8:31 or 1:02:14. */
    duration: (seconds: number) => clock(seconds),
    /** The remaining time of a task: rounded up, one unit, never zero. */
    timeSpan: (seconds: number) => {
      if (seconds < 60) return unit(Math.max(1, Math.ceil(seconds)), 'second')
      if (seconds < 3600) return unit(Math.ceil(seconds / 60), 'minute')
      return unit(Math.ceil(seconds / 3600), 'hour')
    },

    /** Formats hours, as days if they are whole days. */
    hours: (hours: number) =>
      hours % 24 === 0 ? unit(hours / 24, 'day', 0, 'long') : unit(hours, 'hour', 0, 'long'),
  }
}

function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  const rest = two(whole % 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}
