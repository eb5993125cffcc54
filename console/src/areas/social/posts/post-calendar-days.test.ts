import { describe, expect, it } from 'vitest'
import { socialPostsSearch } from '../search'
import { dayOf, monthOf, rangeOfDays } from './post-calendar-days'

describe('days of the calendar', () => {
  it('begin and end at midnight of this time zone, also across a month and a change of the clocks', () => {
    for (const day of ['2026-03-29', '2026-10-25', '2026-12-31', '2024-02-29']) {
      const { from, to } = rangeOfDays(day, day)
      expect(dayOf(from)).toBe(day)
      expect(dayOf(new Date(Date.parse(to) - 1))).toBe(day)
      expect(dayOf(to)).not.toBe(day)
    }
  })

  it('are taken from the address only if they exist', () => {
    const taken = ['2024-02-29', '2026-02-31', '2026-13-01', '2026-2-1', 'soon', 7].map(
      (day) => socialPostsSearch({ day } as never).day,
    )
    expect(taken).toEqual(['2024-02-29', undefined, undefined, undefined, undefined, undefined])
  })

  it('form a month without gaps', () => {
    expect(monthOf('2024-02-10')).toEqual(['2024-02-01', '2024-02-29'])
    expect(monthOf('2026-12-31')).toEqual(['2026-12-01', '2026-12-31'])
    expect(rangeOfDays('2026-11-01', '2026-11-30').to).toBe(rangeOfDays('2026-12-01', '2026-12-01').from)
  })
})
