import { expect, it } from 'vitest'
import { createClockWatch } from './clock-watch.ts'
import { wrapTime } from './ts-times.ts'

it('notices a clock that goes on elsewhere, and neither its wrap nor a pause', () => {
  const { hasJumped } = createClockWatch()
  const at = (s: number, clockS: number) => ({ atUs: s * 1e6, ticks: wrapTime(clockS * 90_000) })
  expect(hasJumped(null)).toBe(false)
  expect(hasJumped(at(0, -1))).toBe(false)
  expect(hasJumped(at(2, 1))).toBe(false)
  expect(hasJumped(at(62, 61))).toBe(false)
  expect(hasJumped(at(65, 61))).toBe(false)
  expect(hasJumped(at(66, 0))).toBe(true)
  expect(hasJumped(at(67, 1))).toBe(false)
})
