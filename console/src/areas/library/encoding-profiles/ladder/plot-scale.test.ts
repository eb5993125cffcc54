import { expect, it } from 'vitest'
import { logScale, logTicks, pushApart } from './plot-scale'

it('spaces equal ratios equally', () => {
  const at = logScale(100, 10_000)
  expect([100, 1000, 10_000].map((value) => at(value).toFixed(3))).toEqual(['0.000', '0.500', '1.000'])
  expect(logScale(720, 720)(720)).toBe(0.5)
})

it('labels an axis at round values, five at most', () => {
  expect(logTicks(400, 25_000)).toEqual([1000, 3000, 10_000])
  expect(logTicks(400, 7000)).toEqual([500, 1000, 2000, 5000])
  expect(logTicks(100, 60_000)).toEqual([100, 1000, 10_000])
})

it('pushes labels apart within the chart', () => {
  expect(pushApart([10, 12, 90], 15, 100)).toEqual([10, 25, 90])
  expect(pushApart([98, 99], 15, 100)).toEqual([85, 100])
})
