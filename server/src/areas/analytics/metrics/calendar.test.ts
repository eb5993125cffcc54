import { expect, it } from 'vitest'
import { startOf } from './calendar.ts'
import { stepsOf, timeRangeOf } from './time-range.ts'

const iso = (timeMs: number) => new Date(timeMs).toISOString().replace(':00.000Z', '')

it.each([
  // Midnight of 1 November comes twice.
  ['America/Havana', 'month', '2026-11-15T12:00Z', '2026-11-01T04:00'],
  ['America/Havana', 'day', '2026-11-01T05:30Z', '2026-11-01T04:00'],
  // Midnight of 8 March is skipped.
  ['America/Havana', 'day', '2026-03-08T12:00Z', '2026-03-08T05:00'],
  ['Asia/Kathmandu', 'hour', '2026-11-15T12:00Z', '2026-11-15T11:15'],
  ['Asia/Kathmandu', 'week', '2026-11-15T12:00Z', '2026-11-08T18:15'],
  // Clocks go back from 2:00 to 1:30.
  ['Australia/Lord_Howe', 'hour', '2026-04-04T15:20Z', '2026-04-04T15:00'],
  ['Australia/Lord_Howe', 'hour', '2026-04-04T15:40Z', '2026-04-04T15:30'],
  ['America/New_York', 'day', '2026-11-01T23:00Z', '2026-11-01T04:00'],
] as const)('begins in %s the %s of %s at %s', (zone, interval, time, expected) => {
  expect(iso(startOf(Date.parse(time), interval, zone))).toBe(expected)
})

it('divides a year into the days and months of every time zone', () => {
  const dayOf = (timeZone: string) => {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
    return (timeMs: number) => format.format(timeMs)
  }
  const wrong = Intl.supportedValuesOf('timeZone').flatMap((timezone) => {
    const range = { from: '2026-01-15T00:00:00Z', to: '2027-01-15T00:00:00Z', timezone }
    const date = dayOf(timezone)
    const months = stepsOf(timeRangeOf({ ...range, interval: 'month' })).map((at) => at.getTime())
    const isRight = months.every(
      (at, n) => date(at).endsWith('-01') && date(at - 1) < date(at) && at > (months[n - 1] ?? 0),
    )
    return isRight && months.length === 13 ? [] : [timezone]
  })
  expect(wrong).toEqual([])
})

it('takes the names of zones in any case', () => {
  const range = { from: '2026-01-15T00:00:00Z', to: '2026-01-16T00:00:00Z' }
  expect(timeRangeOf({ ...range, timezone: 'america/havana' }).timezone).toBe('America/Havana')
  expect(timeRangeOf({ ...range, timezone: 'Asia/Kolkata' }).timezone).toBe('Asia/Kolkata')
  expect(() => timeRangeOf({ ...range, timezone: 'Asia/Nowhere' })).toThrow('Unknown time zone')
})
