import { expect, it } from 'vitest'
import { playedRanges } from './played-ranges.ts'

it('records played ranges, and repeats them after a jump back', () => {
  const ranges = playedRanges()
  for (const time of [0, 0.3, 0.9, 1.2, 4.9]) ranges.at(time)
  ranges.jump()
  for (const time of [2, 2.5, 3.1]) ranges.at(time)
  expect(ranges.read()).toEqual([
    [0, 5],
    [2, 4],
  ])
})

it('keeps at most as many ranges as the server accepts', () => {
  const ranges = playedRanges()
  for (let n = 0; n < 80; n += 1) {
    ranges.at(n)
    ranges.jump()
  }
  ranges.at(90)
  expect(ranges.read()).toHaveLength(50)
})
