import { expect, it } from 'vitest'
import { trendPath } from './trend-path'

it('draws values from 0 to the top, with gaps', () => {
  expect(trendPath([0, 5, 10], 10)).toBe('M0 100L500 50L1000 0')
  expect(trendPath([0, null, 10], 10)).toBe('M0 100h2M1000 0h2')
  expect(trendPath([null, null], 10)).toBeNull()
  expect(trendPath([], 10)).toBeNull()
  expect(trendPath([0, 0], 0)).toBe('M0 100L1000 100')
})
