import { expect, it } from 'vitest'
import { clockOf } from './clock.ts'

it.each([
  [0, 9.96, '0:00 / 0:10'],
  [2.9999999, 9.96, '0:03 / 0:10'],
  [9.9, 9.96, '0:09 / 0:10'],
  [9.96, 9.96, '0:10 / 0:10'],
  [9.4, 9.4, '0:09 / 0:09'],
  [59.9, 3599.6, '0:59 / 1:00:00'],
  [3661, 7322.4, '1:01:01 / 2:02:02'],
  [0, Number.NaN, '0:00 / 0:00'],
  [12.7, Number.POSITIVE_INFINITY, '0:12 / 0:00'],
])('%s s of %s s is %s', (passed, length, shown) => {
  expect(clockOf(passed, length)).toBe(shown)
})
