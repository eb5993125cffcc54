import { expect, it } from 'vitest'
import { levelOf } from './level-meter'

it('shows silence as 0 and full scale as 1', () => {
  expect(levelOf(new Float32Array(512))).toBe(0)
  expect(levelOf(new Float32Array(512).fill(1))).toBe(1)
  expect(levelOf(new Float32Array(512).fill(0.03))).toBeCloseTo(0.49, 1)
})
