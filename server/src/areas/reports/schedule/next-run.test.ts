import { describe, expect, it } from 'vitest'
import { coveredBy, isZone, nextRun, runsBetween, type Schedule } from './next-run.ts'

const daily: Schedule = {
  frequency: 'daily',
  sendOn: null,
  weekday: null,
  monthDay: null,
  sendTime: '08:00',
  from: '2026-01-01',
  to: null,
  timezone: 'Asia/Kolkata',
}
const dates = (schedule: Schedule, from: string, to: string) =>
  runsBetween(schedule, Date.parse(from), Date.parse(to)).map(({ date }) => date)

const zones = [
  'UTC',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Europe/Berlin',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Antarctica/Troll',
]
const times = ['00:00', '00:30', '02:30', '23:30']

describe('the runs of a schedule', () => {
  it.each(zones)('are one for each date of twenty years in %s', (timezone) => {
    for (const sendTime of times) {
      const schedule = { ...daily, sendTime, timezone, from: '2006-12-01' }
      const runs = runsBetween(schedule, Date.UTC(2006, 11, 31, 12), Date.UTC(2026, 11, 31, 12))
      const found = runs.map(({ date }) => date)
      // The island skipped a day when it moved across the date line.
      const skipped = timezone === 'Pacific/Apia' ? 1 : 0
      const first = Temporal.PlainDate.from(found[0] ?? '')
      const days = first.until(Temporal.PlainDate.from(found.at(-1) ?? '')).days + 1
      expect(new Set(found).size).toBe(found.length)
      expect(found.length).toBe(days - skipped)
      const isLater = runs.every(({ at }, n) => n === 0 || at > (runs[n - 1]?.at ?? at))
      expect(isLater).toBe(true)
    }
  })

  it.each(zones)('are the same from any time in between in %s', (timezone) => {
    for (const schedule of [
      { ...daily, timezone, sendTime: '02:30' },
      { ...daily, timezone, frequency: 'weekly', weekday: 7, sendTime: '02:30' } as const,
      { ...daily, timezone, frequency: 'monthly', monthDay: 31, sendTime: '02:30' } as const,
    ]) {
      const [first, second] = runsBetween(schedule, Date.UTC(2026, 2, 1), Date.UTC(2026, 4, 30))
      const [start, end] = [first?.at.getTime() ?? 0, second?.at.getTime() ?? 0]
      for (let part = 0; part < 12; part += 1)
        expect(nextRun(schedule, start + ((end - start) * part) / 12)).toEqual(second)
    }
  })

  it('are later where the clocks skip the time, and the first where they show it twice', () => {
    const at = (from: string) =>
      nextRun({ ...daily, timezone: 'Europe/Berlin', sendTime: '02:30' }, Date.parse(from))?.at.toISOString()
    expect(at('2026-03-28T12:00:00Z')).toBe('2026-03-29T01:30:00.000Z')
    expect(at('2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z')
    expect(at('2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z')
  })

  it('are on the last day of shorter months', () => {
    const monthly = { ...daily, frequency: 'monthly', monthDay: 31 } as const
    expect(dates(monthly, '2028-01-01T00:00:00Z', '2028-05-01T00:00:00Z')).toEqual([
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
    ])
  })

  it('are within the first and the last day', () => {
    const weekly = {
      ...daily,
      frequency: 'weekly',
      weekday: 1,
      from: '2026-11-10',
      to: '2026-11-23',
    } as const
    expect(dates(weekly, '2026-11-01T00:00:00Z', '2027-01-01T00:00:00Z')).toEqual([
      '2026-11-16',
      '2026-11-23',
    ])
    const once = { ...daily, frequency: 'once', sendOn: '2026-12-01', to: '2026-01-31' } as const
    expect(dates(once, '2026-11-01T00:00:00Z', '2027-01-01T00:00:00Z')).toEqual(['2026-12-01'])
    expect(nextRun(once, Date.parse('2026-12-01T03:00:00Z'))).toBeNull()
  })
})

describe('the time that a run covers', () => {
  const covered = (schedule: Schedule, date: string) => {
    const { from, to } = coveredBy({ ...schedule, timezone: 'UTC' }, date)
    return [from.toISOString().slice(0, 10), to.toISOString().slice(0, 10)]
  }

  it('is the days since the previous one', () => {
    expect(covered(daily, '2026-03-01')).toEqual(['2026-02-28', '2026-03-01'])
    expect(covered({ ...daily, frequency: 'weekly', weekday: 1 }, '2026-11-23')).toEqual([
      '2026-11-16',
      '2026-11-23',
    ])
    const monthly = { ...daily, frequency: 'monthly', monthDay: 31 } as const
    expect(covered(monthly, '2026-02-28')).toEqual(['2026-01-31', '2026-02-28'])
    expect(covered(monthly, '2026-03-31')).toEqual(['2026-02-28', '2026-03-31'])
    expect(covered({ ...monthly, monthDay: 15 }, '2026-11-15')).toEqual(['2026-10-15', '2026-11-15'])
    expect(covered({ ...daily, frequency: 'once', to: '2026-01-31' }, '2026-03-01')).toEqual([
      '2026-01-01',
      '2026-02-01',
    ])
  })

  it('has the days of the zone, also when one has 23 hours', () => {
    const { from, to } = coveredBy({ ...daily, timezone: 'Europe/Berlin' }, '2026-03-30')
    expect((to.getTime() - from.getTime()) / 3_600_000).toBe(23)
  })
})

it('knows zones by name', () => {
  expect(isZone('Asia/Kolkata')).toBe(true)
  expect(isZone('+05:30')).toBe(false)
  expect(isZone('Mars/Olympus')).toBe(false)
})
