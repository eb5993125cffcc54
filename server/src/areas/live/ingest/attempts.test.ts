import { expect, it } from 'vitest'
import { movableClock } from '../../../testing/clock.ts'
import { countAttempts } from './attempts.ts'

it('blocks an address that guesses stream keys, for a minute, and no other', () => {
  const clock = movableClock()
  const attempts = countAttempts(clock)
  for (let n = 0; n < 9; n++) attempts.addWrong('192.0.2.1')
  expect(attempts.isBlocked('192.0.2.1')).toBe(false)
  attempts.addWrong('192.0.2.1')
  expect([attempts.isBlocked('192.0.2.1'), attempts.isBlocked('192.0.2.2')]).toEqual([true, false])
  clock.advance(61)
  expect(attempts.isBlocked('192.0.2.1')).toBe(false)
})

it('remembers a limited number of addresses', () => {
  const attempts = countAttempts(movableClock())
  for (let n = 0; n < 10; n++) attempts.addWrong('192.0.2.1')
  for (let n = 0; n < 10_000; n++) attempts.addWrong(`2001:db8::${n}`)
  expect(attempts.isBlocked('192.0.2.1')).toBe(false)
})
