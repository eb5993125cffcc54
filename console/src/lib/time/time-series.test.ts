import { expect, it } from 'vitest'
import { linesOf, nearestPoint, positionOf, roundTop } from './time-series'

const point = (second: number, value: number | null) => ({ at: new Date(second * 1000).toISOString(), value })

it('breaks a line where there was no signal', () => {
  const points = [point(0, 10), point(10, 20), point(60, 30), point(70, null), point(80, 40)]
  expect(linesOf(points, ({ value }) => value, 10).map((line) => line.map(({ value }) => value))).toEqual([
    [10, 20],
    [30],
    [40],
  ])
})

it('finds the point at a position', () => {
  const span = { fromMs: 0, toMs: 100_000 }
  const points = [point(10, 1), point(50, 1), point(90, 1)]
  expect(positionOf(points[1]?.at ?? '', span)).toBe(0.5)
  expect([0, 0.4, 1].map((position) => nearestPoint(points, position, span))).toEqual([0, 1, 2])
  expect(nearestPoint([], 0.5, span)).toBe(null)
})

it('rounds the top of an axis up', () => {
  expect([4130, 59.94, 4, 380, 1000].map(roundTop)).toEqual([5000, 60, 4, 400, 1000])
})
