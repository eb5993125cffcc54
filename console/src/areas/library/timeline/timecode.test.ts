import { secondsOf, timecodeOf } from '@kinora/contract/timecode'
import { expect, it } from 'vitest'

it.each([
  [0, '00:00:00'],
  [62.04, '00:01:02.040'],
  [3599.9996, '01:00:00'],
  [86_399.001, '23:59:59.001'],
])('formats %s s as %s, and parses it back', (seconds, clock) => {
  expect(timecodeOf(seconds)).toBe(clock)
  expect(secondsOf(clock)).toBeCloseTo(seconds, 2)
})
