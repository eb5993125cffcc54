import { expect, it } from 'vitest'
import { playedRanges } from './played-ranges.ts'

it('has what was played, also again after a jump', () => {
  const ranges = playedRanges()
  for (const time of [0, 0.3, 0.9, 1.2, 4.9]) ranges.at(time)
  ranges.jump()
  for (const time of [2, 2.5, 3.1]) ranges.at(time)
  expect(ranges.read()).toEqual([
    [0, 5],
    [2, 4],
  ])
})

it('has no more than the server takes', () => {
  const ranges = playedRanges()
  for (let n = 0; n < 80; n += 1) {
    ranges.at(n)
    ranges.jump()
  }
  ranges.at(90)
  expect(ranges.read()).toHaveLength(50)
})
