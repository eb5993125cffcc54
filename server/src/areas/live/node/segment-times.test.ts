import { expect, it } from 'vitest'
import { longestSegment, targetFor } from './segment-times.ts'

it('chooses the shortest target duration whose segments hold the interval of the keyframes', () => {
  const chosen = [0.5, 2, 2.4, 2.5, 4.4, 4.5, null].map(targetFor)
  expect(chosen).toEqual([2, 2, 2, 4, 4, 2, 2])
  expect(chosen.map(longestSegment)).toEqual([2.4, 2.4, 2.4, 4.4, 4.4, 2.4, 2.4])
})
