import { expect, it } from 'vitest'
import { epochMsAt, positionAt } from './gap-times.ts'

const zero = Date.parse('2026-11-23T12:00:00Z')
const gap = (fromS: number, toS: number | null, recorded: boolean) => ({
  startedAt: new Date(zero + fromS * 1000),
  endedAt: toS === null ? null : new Date(zero + toS * 1000),
  recorded,
})
const gaps = [gap(100, 104, false), gap(20, 30, false), gap(50, 60, true), gap(200, null, true)]

it('counts positions without the times in which nothing was recorded', () => {
  const at = (seconds: number) => positionAt(zero + seconds * 1000, zero, gaps)
  expect([0, 20, 25, 30, 55, 100, 110, 300].map(at)).toEqual([0, 20, 20, 20, 45, 90, 96, 286])
})

it('finds the epoch time of a position', () => {
  const secondsAt = (position: number) => (epochMsAt(position, zero, gaps) - zero) / 1000
  expect([0, 20, 21, 45, 90, 96].map(secondsAt)).toEqual([0, 20, 31, 55, 100, 110])
})
