import { expect, it } from 'vitest'
import { neededLatencyMs, topOf } from './figures'

const point = (second: number, kbps: number, rttMs: number | null = 10) => ({
  at: new Date(second * 1000).toISOString(),
  kbps,
  unrecovered: 0,
  recovered: 1,
  rttMs,
})

it('has round axes', () => {
  const points = [point(0, 4200), point(10, 5100)]
  expect(topOf(points, 'kbps')).toBe(6000)
  expect(topOf(points, 'unrecovered')).toBe(4)
})

it('advises a latency from the round trip and from what was too little', () => {
  expect(neededLatencyMs(80, 120)).toBe(320)
  expect(neededLatencyMs(2, 120)).toBe(180)
})
