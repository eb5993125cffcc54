import { expect, it } from 'vitest'
import { localTime, momentOf } from './local-time'

it('reads what it has written, to the minute', () => {
  const at = new Date('2026-03-29T08:15:42.500Z')
  expect(momentOf(localTime(at))?.toISOString()).toBe('2026-03-29T08:15:00.000Z')
})

it('takes a day to its end, and nothing from a field that is not filled in', () => {
  expect(momentOf('2026-03-29')).toEqual(new Date(2026, 2, 29, 23, 59, 59))
  expect(momentOf('')).toBeUndefined()
})
