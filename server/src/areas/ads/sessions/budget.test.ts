import { expect, it } from 'vitest'
import { budgetMs } from './budget.ts'

it('is the timeout of the channel while viewers wait, and otherwise the time until the break, at most three seconds', () => {
  expect([-5000, 0, 100, 800, 30_000].map((leadMs) => budgetMs(150, leadMs))).toEqual([
    150, 150, 150, 800, 3000,
  ])
})
