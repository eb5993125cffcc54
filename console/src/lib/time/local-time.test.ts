import { expect, it } from 'vitest'
import { localTime, momentOf } from './local-time'

it('round-trips to the minute', () => {
  const at = new Date('2026-03-29T08:15:42.500Z')
  expect(momentOf(localTime(at))?.toISOString()).toBe('2026-03-29T08:15:00.000Z')
})

it('reads a date as its last second, and nothing from an empty field', () => {
  expect(momentOf('2026-03-29')).toEqual(new Date(2026, 2, 29, 23, 59, 59))
  expect(momentOf('')).toBeUndefined()
})
