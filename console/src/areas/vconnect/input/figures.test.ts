import { expect, it } from 'vitest'
import { linesOf, nearestPoint, neededLatencyMs, topOf } from './figures'

const point = (second: number, kbps: number, rttMs: number | null = 10) => ({
  at: new Date(second * 1000).toISOString(),
  kbps,
  unrecovered: 0,
  recovered: 1,
  rttMs,
})

it('breaks a line where there was no signal', () => {
  const points = [point(0, 10), point(10, 20), point(60, 30), point(70, 40, null)]
  expect(linesOf(points, 'kbps', 10).map((line) => line.map(({ value }) => value))).toEqual([
    [10, 20],
    [30, 40],
  ])
  expect(linesOf(points, 'rttMs', 10)).toHaveLength(2)
})

it('has round axes, and finds the point at a position', () => {
  const points = [point(0, 4200), point(10, 5100)]
  expect(topOf(points, 'kbps')).toBe(6000)
  expect(topOf(points, 'unrecovered')).toBe(4)
  expect(nearestPoint(points, 0.9, { fromMs: 0, toMs: 10_000 })).toBe(1)
  expect(nearestPoint([], 0.5, { fromMs: 0, toMs: 1 })).toBeNull()
})

it('advises a latency from the round trip and from what was too little', () => {
  expect(neededLatencyMs(80, 120)).toBe(320)
  expect(neededLatencyMs(2, 120)).toBe(180)
})
