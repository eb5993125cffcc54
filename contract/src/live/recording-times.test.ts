import { expect, it } from 'vitest'
import { epochMsAt, positionAt } from './recording-times.ts'

const zero = Date.parse('2026-11-23T12:00:00Z')
const hole = (fromS: number, toS: number) => ({ fromMs: zero + fromS * 1000, toMs: zero + toS * 1000 })
const holes = [hole(20, 30), hole(100, 104)]

it('counts positions without the times in which nothing was recorded', () => {
  const at = (seconds: number) => positionAt(zero + seconds * 1000, zero, holes)
  expect([0, 20, 25, 30, 55, 100, 110, 300].map(at)).toEqual([0, 20, 20, 20, 45, 90, 96, 286])
})

it('finds the epoch time of a position', () => {
  const secondsAt = (position: number) => (epochMsAt(position, zero, holes) - zero) / 1000
  expect([0, 20, 21, 45, 90, 96].map(secondsAt)).toEqual([0, 20, 31, 55, 100, 110])
})
