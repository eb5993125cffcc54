import { expect, it } from 'vitest'
import { timeUntil } from './countdown.ts'

it('counts down the last day', () => {
  const at = Date.parse('2026-11-23T12:00:00Z')
  const before = (seconds: number) => timeUntil(at, at - seconds * 1000)
  expect([86_401, 86_400, 3909, 59.2, 1].map(before)).toEqual([null, '24:00:00', '1:05:09', '1:00', '0:01'])
  expect([0, -60].map(before)).toEqual(['', ''])
})
