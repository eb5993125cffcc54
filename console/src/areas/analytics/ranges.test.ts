import { describe, expect, it } from 'vitest'
import { isRange, type Preset, presets, rangeOf } from './ranges'

/** Wednesday, 4 November 2026, 10:30 in New York, which set its clocks back on Sunday. */
const NOW = Date.parse('2026-11-04T15:30:00Z')
const zone = 'America/New_York'
const edges = (preset: Preset, locale = 'en-US') => {
  const { from, to } = rangeOf({ preset, zone }, NOW, locale)
  return [from, to].map((time) => time.slice(0, 16))
}

describe('time ranges', () => {
  it.each([
    ['last-15-minutes', '2026-11-04T15:15', '2026-11-04T15:30'],
    ['last-7-days', '2026-10-28T15:30', '2026-11-04T15:30'],
    ['today', '2026-11-04T05:00', '2026-11-04T15:30'],
    ['yesterday', '2026-11-03T05:00', '2026-11-04T05:00'],
    ['this-week', '2026-11-01T04:00', '2026-11-04T15:30'],
    ['last-week', '2026-10-25T04:00', '2026-11-01T04:00'],
    ['this-month', '2026-11-01T04:00', '2026-11-04T15:30'],
    ['last-month', '2026-10-01T04:00', '2026-11-01T04:00'],
  ] as const)('%s', (preset, from, to) => {
    expect(edges(preset)).toEqual([from, to])
  })

  it('begin weeks on the first day of the week of the locale', () => {
    expect(edges('this-week', 'en-GB')[0]).toBe('2026-11-02T05:00')
  })

  it('have intervals by their lengths', () => {
    const steps = presets.map((preset) => rangeOf({ preset, zone }, NOW, 'en-US').interval)
    expect(steps.slice(0, 9)).toEqual([
      'minute',
      'minute',
      'minute',
      'minute',
      'hour',
      'hour',
      'hour',
      'day',
      'day',
    ])
  })

  it('can be custom, with local times of a zone', () => {
    const own = { from: '2026-10-31T00:00', to: '2026-11-02T00:00' }
    expect(rangeOf({ preset: own, zone }, NOW, 'en')).toEqual({
      from: '2026-10-31T04:00:00.000Z',
      to: '2026-11-02T05:00:00.000Z',
      interval: 'day',
      isMoving: false,
    })
    expect(isRange(own, zone)).toBe(true)
    for (const [from, to] of [
      ['', ''],
      ['2026-10-31T00:00', '2026-10-31T00:00'],
      ['2026-11-02T00:00', '2026-10-31T00:00'],
      ['2020-11-02T00:00', '2026-10-31T00:00'],
      ['yesterday', '2026-10-31T00:00'],
    ] as const)
      expect(isRange({ from, to }, zone)).toBe(false)
    expect(isRange(own, 'Nowhere/City')).toBe(false)
  })
})
