import { expect, it } from 'vitest'
import { createFrameClock } from './frame-clock'

const DELAY_MS = 750

it('keeps the time between pictures that arrive in groups', () => {
  const clock = createFrameClock()
  for (let group = 0; group < 10; group += 1)
    for (let n = 0; n < 5; n += 1) clock.arrived(group * 200 + n * 40, 10_000 + group * 200 + 200)
  // The last picture of a group waited least.
  expect(clock.dueAt(1960) - clock.dueAt(1920)).toBe(40)
  expect(Math.round(clock.dueAt(1960) - (10_000 + 2000))).toBe(DELAY_MS)
})

it('shows the newest picture soon, though others came with it', () => {
  const clock = createFrameClock()
  for (let n = 0; n < 50; n += 1) clock.arrived(n * 40, 500)
  expect(clock.dueAt(49 * 40)).toBe(500 + DELAY_MS)
  expect(clock.dueAt(0)).toBeLessThan(500)
})

it('begins again when the times of a stream do', () => {
  const clock = createFrameClock()
  clock.arrived(900_000, 1000)
  clock.arrived(40, 2000)
  expect(clock.dueAt(40)).toBe(2000 + DELAY_MS)
})
