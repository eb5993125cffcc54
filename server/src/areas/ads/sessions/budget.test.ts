import { expect, it } from 'vitest'
import { budgetMs } from './budget.ts'

it('is that of the channel while viewers wait, and else lasts until the break, three seconds at most', () => {
  expect([-5000, 0, 100, 800, 30_000].map((leadMs) => budgetMs(150, leadMs))).toEqual([
    150, 150, 150, 800, 3000,
  ])
})
